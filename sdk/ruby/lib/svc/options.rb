# frozen_string_literal: true

module Svc
  # The default of parameters that are not sent; nil is null.
  OMIT = Object.new
  def OMIT.inspect
    "OMIT"
  end
  OMIT.freeze

  # Status and headers of a successful response, by name in lower case, for ETags, credits and rates.
  ResponseDetails = Struct.new(:status, :headers, :request_id)

  # Options of one call.
  class RequestOptions
    # @return [String, nil]
    attr_reader :idempotency_key, :if_match, :if_none_match
    # @return [Float, nil]
    attr_reader :timeout
    # @return [Integer, nil]
    attr_reader :max_retries
    # @return [Hash{String => String}]
    attr_reader :headers
    # @return [Hash{String => Object}]
    attr_reader :extra
    # @return [Proc, nil]
    attr_reader :on_response

    # @param idempotency_key kept over retries; by default a new one for each call of an operation that accepts it
    # @param if_match ETag of the revision that the call changes
    # @param if_none_match ETag of the revision that the caller has; {NotModifiedError} if it is still current
    # @param timeout seconds for one attempt
    # @param extra members and parameters that a newer service accepts
    # @param on_response receives {ResponseDetails}
    def initialize(idempotency_key: nil, if_match: nil, if_none_match: nil, timeout: nil, max_retries: nil, headers: {}, extra: {},
                   on_response: nil)
      @idempotency_key = idempotency_key
      @if_match = if_match
      @if_none_match = if_none_match
      @timeout = timeout
      @max_retries = max_retries
      @headers = headers.to_h { |name, value| [name.to_s, value.to_s] }
      @extra = extra.transform_keys(&:to_s)
      @on_response = on_response
    end

    def inspect
      "#<#{self.class}>"
    end
  end

  # Options of a client.
  class ClientOptions
    attr_reader :base_url, :credentials, :timeout, :max_retries, :max_response_bytes, :transport, :on_response, :random, :sleep, :now

    # @param base_url URL of the service; by default the environment variable `SVC_URL`
    # @param api_key by default the environment variable `SVC_API_KEY`
    # @param plugin_token for the operations of `plugin`: a signed token
    # @param session_id for the operations of `plugin`: the session that `plugin.init` returned
    # @param timeout seconds for one attempt; downloads and events may take longer, if no pause is longer
    # @param max_response_bytes longest JSON response
    # @param transport by default an {HttpTransport}
    # @param on_response receives {ResponseDetails}
    # @param random source of jitter, 0 to 1; for tests
    # @param sleep waits for seconds between attempts; for tests
    # @param now seconds since 1970, to read dates of `Retry-After`; for tests
    def initialize(base_url: nil, api_key: nil, plugin_token: nil, session_id: nil, timeout: 30.0, max_retries: 2,
                   max_response_bytes: 67_108_864, transport: nil, on_response: nil, random: Kernel.method(:rand),
                   sleep: Kernel.method(:sleep), now: -> { Time.now.to_f })
      @base_url = Url.base(base_url || ENV.fetch("SVC_URL", ""))
      key = api_key || ENV.fetch("SVC_API_KEY", nil)
      @credentials = Credentials.new({ api_key: key, plugin_token:, session_id: })
      @timeout = timeout
      @max_retries = max_retries
      @max_response_bytes = max_response_bytes
      @transport = transport || HttpTransport.new
      @on_response = on_response
      @random = random
      @sleep = sleep
      @now = now
    end

    def inspect
      "#<#{self.class} #{base_url}>"
    end
  end
end
