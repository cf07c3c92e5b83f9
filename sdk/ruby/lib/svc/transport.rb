# frozen_string_literal: true

module Svc
  # A request as a transport sends it, without following redirects. A transport is any object whose `call` takes one and returns a
  # {TransportResponse}, for proxies, logs and tests; it raises {TransportError} if there is no complete response.
  class TransportRequest
    # @return [String]
    attr_reader :http_method, :url
    # @return [Hash{String => String}] with the credentials
    attr_reader :headers
    # @return [String, Body, nil] bytes, or a body that is read as it is sent
    attr_reader :body
    # @return [Float] seconds until the whole response, or until its headers and in each pause of a stream
    attr_reader :timeout

    def initialize(http_method:, url:, headers:, body:, timeout:, is_stream:)
      @http_method = http_method
      @url = url
      @headers = headers
      @body = body
      @timeout = timeout
      @is_stream = is_stream
    end

    # True if the caller reads the body of a success at its own pace.
    def stream?
      @is_stream
    end

    # Without the values of credentials.
    def inspect
      shown = headers.to_h { |name, value| [name, Credentials::HEADERS.value?(name) ? "***" : value] }
      "#<#{self.class} #{http_method} #{url} #{shown}>"
    end
  end

  # What a transport returns.
  class TransportResponse
    # @return [Integer]
    attr_reader :status
    # @return [Hash{String => String}] by name in lower case
    attr_reader :headers

    # @param body [String, #call] the whole body, or a function that returns its next bytes, nil at the end
    # @param close [#call] ends the request; it may be called more than once
    def initialize(status, headers, body = "", close: -> {})
      @status = status
      @headers = headers.transform_keys(&:downcase)
      @body = body
      @close = close
    end

    # The next bytes of the body, nil at its end.
    def read
      return @body.call unless @body.nil? || @body.is_a?(String)

      bytes = @body
      @body = nil
      bytes
    end

    def close
      @close.call
    end

    def inspect
      "#<#{self.class} #{status}>"
    end
  end

  # No complete response. The client raises it to callers as {ConnectionError} or {TimeoutError}.
  class TransportError < StandardError
    def initialize(message, is_timeout: false)
      super(message)
      @is_timeout = is_timeout
    end

    def timeout?
      @is_timeout
    end
  end
end
