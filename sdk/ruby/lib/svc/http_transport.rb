# frozen_string_literal: true

require "net/http"
require "openssl"
require "timeout"
require_relative "http_exchange"

module Svc
  # Sends requests with net/http, over connections that are used again, from any number of threads. The block receives each new
  # `Net::HTTP`, for certificates and proxies; by default `http_proxy` and `no_proxy` of the environment apply.
  class HttpTransport
    def initialize(&configure)
      @configure = configure
      @idle = Hash.new { |connections, origin| connections[origin] = [] }
      @lock = Mutex.new
    end

    def call(request)
      uri = URI(request.url)
      origin = [uri.scheme, uri.hostname, uri.port]
      connection = @lock.synchronize { @idle[origin].pop } || connect(uri)
      give_back = -> { @lock.synchronize { @idle[origin].push(connection) } }
      HttpExchange.new(connection, request, uri, give_back).response
    end

    def inspect
      "#<#{self.class}>"
    end

    private

    def connect(uri)
      connection = Net::HTTP.new(uri.hostname, uri.port)
      connection.use_ssl = uri.scheme == "https"
      # The client itself decides what is repeated.
      connection.max_retries = 0
      @configure&.call(connection)
      connection
    end
  end
end
