# frozen_string_literal: true

# A transport that returns scripted responses, and keeps what the client sent.
class Script
  NOW = 1_795_255_200.0
  SUCCESS = { "status" => 200, "headers" => { "content-type" => "application/json" }, "body" => "{}" }.freeze

  attr_reader :sent, :delays

  # The block returns the response of a URL.
  def initialize(&choose)
    @choose = choose
    @sent = []
    @delays = []
  end

  def self.sequence(responses)
    rest = responses.dup
    new { |_| rest.shift || raise("More requests than responses") }
  end

  def call(request)
    sent << request
    response = @choose.call(request.url)
    failure = response["failure"]
    raise Svc::TransportError.new(failure, is_timeout: failure == "timeout") if failure

    Svc::TransportResponse.new(response["status"], response.fetch("headers", {}), response.fetch("body", ""))
  end

  def client
    Svc::Client.new(
      base_url: "https://svc.example", api_key: "svc_test", transport: self, random: -> { 0.5 }, sleep: delays.method(:push),
      now: -> { NOW }
    )
  end
end
