# frozen_string_literal: true

module Svc
  # Every failure of this library.
  class Error < StandardError
    # @return [String] that of the service, or one of the library in the same spelling
    attr_reader :code

    def initialize(code, message)
      super(message)
      @code = code
    end
  end

  # Options or parameters that cannot be sent.
  class ConfigurationError < Error; end

  # No complete response.
  class ConnectionError < Error; end

  # No complete response within the timeout.
  class TimeoutError < ConnectionError; end

  # A success that is not what the operation describes, such as the page of a proxy.
  class InvalidResponseError < Error; end

  # A delivery that is not of the service; `code` is the reason.
  class WebhookVerificationError < Error; end

  # One invalid value of a request: `path` is a JSON Pointer (RFC 6901), `message` the problem and its remedy.
  Issue = Struct.new(:path, :message)

  # A response that is a failure (RFC 9457).
  class ApiError < Error
    # @return [Integer]
    attr_reader :status
    # @return [String, nil]
    attr_reader :request_id
    # @return [Float, nil] seconds, from `Retry-After`
    attr_reader :retry_after
    # @return [Array<Issue>]
    attr_reader :issues
    # @return [Object] parsed JSON with every member that the service sent; otherwise at most 64 KB of text
    attr_reader :body

    def initialize(code, message, status:, request_id:, retry_after:, issues:, body:)
      super(code, message)
      @status = status
      @request_id = request_id
      @retry_after = retry_after
      @issues = issues
      @body = body
    end

    # @return [Class]
    def self.class_of(status)
      ERROR_CLASSES.fetch(status) { status >= 500 ? ServerError : ApiError }
    end
  end

  # The revision that the caller has is current.
  class NotModifiedError < ApiError; end

  class ValidationError < ApiError; end

  class AuthenticationError < ApiError; end

  class InsufficientCreditsError < ApiError; end

  class PermissionDeniedError < ApiError; end

  class NotFoundError < ApiError; end

  class ConflictError < ApiError; end

  class PreconditionFailedError < ApiError; end

  class RateLimitError < ApiError; end

  class ServerError < ApiError; end

  ERROR_CLASSES = {
    304 => NotModifiedError, 400 => ValidationError, 401 => AuthenticationError, 402 => InsufficientCreditsError,
    403 => PermissionDeniedError, 404 => NotFoundError, 409 => ConflictError, 410 => NotFoundError,
    412 => PreconditionFailedError, 413 => ValidationError, 415 => ValidationError, 422 => ValidationError,
    423 => ConflictError, 428 => PreconditionFailedError, 429 => RateLimitError
  }.freeze
  private_constant :ERROR_CLASSES
end
