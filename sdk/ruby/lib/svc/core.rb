# frozen_string_literal: true

module Svc
  # A request with the options of its caller.
  # @api private
  Call = Struct.new(:operation, :url, :headers, :body, :options) do
    def repeatable?
      Retries.idempotent?(operation.http_method) || headers.key?("Idempotency-Key")
    end

    def repeatable_body?
      !body.is_a?(Body) || !body.length.nil?
    end

    def inspect
      "#<#{self.class} #{operation.id} #{url}>"
    end
    alias_method :to_s, :inspect
  end
  private_constant :Call

  # Sends the calls of all resources.
  # @api private
  class Core
    MAX_REDIRECTS = 5
    REDIRECTS = [301, 302, 303, 307, 308].freeze

    def initialize(options)
      @options = options
    end

    def base_url
      @options.base_url
    end

    def inspect
      "#<#{self.class} #{base_url}>"
    end

    # The result as the operation describes it; every member that the service sent is in it, known or not.
    def call(name, parameters, options)
      call = prepare(OPERATIONS.fetch(name), parameters, request_options(options))
      attempt = 0
      begin
        attempt(call)
      rescue Error => e
        seconds = delay(call, e, attempt) or raise
        @options.sleep.call(seconds)
        attempt += 1
        retry
      end
    end

    private

    def request_options(options)
      options.is_a?(RequestOptions) ? options : RequestOptions.new(**options.to_h)
    end

    def prepare(operation, parameters, options)
      given = parameters.reject { |_, value| OMIT.equal?(value) }.transform_keys(&:name).merge(options.extra)
      url = Url.of(base_url, operation, given)
      body = body_of(operation, given)
      Call.new(operation, url, headers_of(operation, body, options), body, options)
    end

    def headers_of(operation, body, options)
      headers = {
        "Accept" => operation.stream? ? "*/*" : "application/json",
        "User-Agent" => "svc-ruby/#{VERSION}",
        **@options.credentials.headers_of(operation),
        "Idempotency-Key" => options.idempotency_key || (SecureRandom.uuid if operation.once),
        "If-Match" => options.if_match,
        "If-None-Match" => options.if_none_match,
        "Content-Type" => body.is_a?(Body) ? body.type : (body && "application/json")
      }.compact
      checked(headers.reject { |name, _| options.headers.any? { |other, _| name.casecmp?(other) } }.merge(options.headers))
    end

    def checked(headers)
      headers.each do |name, value|
        next if name.match?(/\A[!#$%&'*+.^_`|~0-9A-Za-z-]+\z/) && !value.to_s.match?(/[\x00-\x08\x0a-\x1f\x7f]/)

        raise ConfigurationError.new("INVALID_ARGUMENT", "The header #{name} must be a name and a value without line breaks")
      end
    end

    def body_of(operation, parameters)
      return nil if operation.body == "none"
      return bytes_of(operation, parameters["content"]) if operation.body == "bytes"

      members = parameters.except(*operation.path_names, *operation.query)
      operation.body == "form" ? Body.form(members) : JsonText.encode(members)
    end

    def bytes_of(operation, content)
      upload = Upload.of(content)
      raise ConfigurationError.new("INVALID_ARGUMENT", "#{operation.id} requires content: an upload or open file") if upload.nil?

      Body.bytes(upload)
    end

    def attempt(call)
      response = send_following(call)
      result = read(call.operation, response)
      details = ResponseDetails.new(response.status, response.headers, response.headers["x-request-id"])
      [@options.on_response, call.options.on_response].compact.each { |listener| listener.call(details) }
      result
    rescue TransportError => e
      raise Failures.of_transport(e)
    end

    # Credentials go to no other origin, and no redirect changes what a call does.
    def send_following(call)
      url = call.url
      headers = call.headers
      (0..MAX_REDIRECTS).each do |redirects|
        response = @options.transport.call(request(call, url, headers))
        target = redirects < MAX_REDIRECTS ? redirect_of(call, url, response) : nil
        return response if target.nil?

        response.close
        headers = headers.except(*Credentials::HEADERS.values) unless Url.same_origin?(url, target)
        url = target
      end
    end

    def request(call, url, headers)
      operation = call.operation
      timeout = call.options.timeout || @options.timeout
      TransportRequest.new(
        http_method: operation.http_method, url:, headers:, body: call.body, timeout:, is_stream: operation.stream?
      )
    end

    def redirect_of(call, url, response)
      location = response.headers["location"]
      return nil unless location && REDIRECTS.include?(response.status) && call.operation.http_method == "GET"

      Url.redirect_target(url, location)
    end

    def read(operation, response)
      is_success = response.status.between?(200, 299)
      return stream_of(operation, response) if is_success && operation.stream?

      begin
        raise Failures.of_response(response, @options.max_response_bytes, @options.now.call) unless is_success

        json_of(operation, response)
      ensure
        response.close
      end
    end

    def stream_of(operation, response)
      download = Download.new(response)
      operation.result == "bytes" ? download : Events.of(download)
    end

    def json_of(operation, response)
      text = Failures.read_all(response, @options.max_response_bytes)
      return nil if operation.result == "none" || response.status == 204

      Types.wrap(JsonText.decode(text), operation.shape)
    rescue JSON::ParserError
      type = response.headers.fetch("content-type", "no type")
      raise InvalidResponseError.new("INVALID_RESPONSE", "Expected JSON, received #{type} with status #{response.status}")
    end

    # Seconds before the next attempt; nil for a failure that is final.
    def delay(call, error, attempt)
      max_retries = call.options.max_retries || @options.max_retries
      return nil if attempt >= max_retries || !call.repeatable_body? || !retried?(call, error)

      Retries.delay(attempt, error.is_a?(ApiError) ? error.retry_after : nil, @options.random.call)
    end

    def retried?(call, error)
      case error
      when ApiError then Retries.transient?(error.status, error.code, call.repeatable?)
      when ConnectionError then call.repeatable?
      else error.code == "INVALID_RESPONSE" && call.repeatable?
      end
    end
  end
end
