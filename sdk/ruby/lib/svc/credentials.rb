# frozen_string_literal: true

module Svc
  # Credentials of a client by the name of their option. They are in a closure, so that no inspection, dump or serializer shows them.
  # @api private
  class Credentials
    # Header by option.
    HEADERS = { api_key: "Svc-Api-Auth", plugin_token: "ES-PLUGIN-AUTH", session_id: "Svc-Session" }.freeze
    OPTIONS = { "none" => [], "key" => [:api_key], "token" => [:plugin_token], "session" => %i[plugin_token session_id] }.freeze

    def initialize(values)
      values.each do |option, value|
        next if value.nil? || value.to_s.match?(/\A[\x21-\x7e]+\z/)

        raise ConfigurationError.new("INVALID_OPTIONS", "#{option} must be visible ASCII without spaces")
      end
      @value = ->(option) { values[option] }
    end

    # @return [Hash{String => String}]
    def headers_of(operation)
      OPTIONS.fetch(operation.auth).to_h do |option|
        value = @value.call(option)
        raise ConfigurationError.new("INVALID_OPTIONS", "#{operation.id} requires the option #{option} of the client") if value.nil?

        [HEADERS.fetch(option), value]
      end
    end

    def inspect
      "#<#{self.class}>"
    end
  end
end
