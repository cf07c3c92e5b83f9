# frozen_string_literal: true

module Svc
  # One request over net/http, which pushes bodies; a fiber turns that into a response that is read at the pace of its reader. A
  # response is read by the thread that made the call.
  # @api private
  class HttpExchange
    FAILURES = [
      SystemCallError, SocketError, IOError, OpenSSL::SSL::SSLError, Timeout::Error, Net::ProtocolError, Net::HTTPBadResponse,
      Net::HTTPHeaderSyntaxError, FiberError
    ].freeze

    # What is read with the head of a response, under the same timeout: each timeout takes a thread.
    AHEAD_BYTES = 262_144

    def initialize(connection, request, uri, give_back)
      @connection = connection
      @request = request
      @uri = uri
      @give_back = give_back
      @deadline = now + request.timeout
      @ahead = []
      # Schedulers of fibers do not know this one.
      @fiber = Fiber.new(blocking: true) { exchange }
    end

    # @return [TransportResponse]
    def response
      @connection.open_timeout = @connection.read_timeout = @connection.write_timeout = @request.timeout
      response = failing { Timeout.timeout(@request.timeout) { head } }
      headers = response.each_header.to_h
      TransportResponse.new(response.code.to_i, headers, method(:read), close: method(:close))
    end

    def inspect
      "#<#{self.class} #{@request.inspect}>"
    end

    private

    def exchange
      @connection.start unless @connection.started?
      @connection.request(message) do |response|
        Fiber.yield response
        response.read_body { |bytes| Fiber.yield bytes unless bytes.empty? }
      end
      nil
    end

    def head
      response = @fiber.resume
      @missing = response.content_length
      @is_paced = @request.stream? && response.is_a?(Net::HTTPSuccess)
      read_ahead unless @is_paced
      response
    end

    def read_ahead
      length = 0
      while length < AHEAD_BYTES
        @ahead.push(bytes = advance)
        return if bytes.nil?

        length += bytes.bytesize
      end
    end

    def advance
      bytes = @fiber.resume
      @missing -= bytes.to_s.bytesize if @missing
      bytes
    end

    def read
      bytes = @ahead.empty? ? read_on : @ahead.shift
      # net/http reports the end of the connection like the end of the body.
      return bytes unless bytes.nil? && @missing&.positive?

      disconnect
      raise TransportError, "The response was cut off"
    end

    def read_on
      return nil unless @fiber.alive?

      failing do
        @connection.read_timeout = @request.timeout
        @is_paced ? advance : Timeout.timeout(remaining) { advance }
      end
    end

    def remaining
      seconds = @deadline - now
      raise Net::ReadTimeout if seconds <= 0

      seconds
    end

    # A connection with an unread rest is not used again.
    def close
      return if @is_closed

      @is_closed = true
      @fiber.alive? || @missing&.positive? || !@connection.started? ? disconnect : @give_back.call
    end

    def disconnect
      @is_closed = true
      @connection.finish if @connection.started?
    rescue IOError
      # It was closed by the other side.
    end

    def failing
      yield
    rescue *FAILURES => e
      disconnect
      is_timeout = e.is_a?(Timeout::Error)
      text = is_timeout ? "No response in #{@request.timeout} seconds" : "#{e.class}: #{e.message.scrub[0, 200]}"
      raise TransportError.new(text, is_timeout:)
    rescue StandardError
      disconnect
      raise
    end

    # @return [Net::HTTPGenericRequest]
    def message
      has_body = !@request.body.nil?
      # Responses are compared with their length, which is of the encoded body.
      headers = { "Accept-Encoding" => "identity" }.merge(@request.headers)
      headers["Content-Length"] = "0" if !has_body && %w[POST PUT PATCH].include?(@request.http_method)
      message = Net::HTTPGenericRequest.new(@request.http_method, has_body, @request.http_method != "HEAD", @uri.request_uri, headers)
      body = @request.body
      body.is_a?(Body) ? stream(message, body) : message.body = body
      message
    end

    def stream(message, body)
      body.rewind
      message.body_stream = body
      body.length ? message.content_length = body.length : message["Transfer-Encoding"] = "chunked"
    end

    # Seconds of a clock that is never set back.
    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
