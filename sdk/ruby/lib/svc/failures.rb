# frozen_string_literal: true

module Svc
  # Errors of what a transport returns or raises.
  # @api private
  module Failures
    MAX_TEXT = 65_536

    class << self
      def of_transport(error)
        return TimeoutError.new("TIMEOUT", error.message) if error.timeout?

        ConnectionError.new("CONNECTION_FAILED", error.message)
      end

      # The failure that a response describes, also one of a proxy that knows no problem details.
      def of_response(response, max_bytes, now)
        body = JsonText.decode_or_text(beginning(response, max_bytes), MAX_TEXT)
        members = body.is_a?(Hash) ? body : {}
        status = response.status
        issues = issues_of(members["issues"])
        ApiError.class_of(status).new(
          word(members, "code") || "HTTP_#{status}",
          message(members, issues) || "HTTP status #{status}",
          status:,
          request_id: response.headers["x-request-id"] || word(members, "request_id"),
          retry_after: Retries.parse_retry_after(response.headers["retry-after"], now),
          issues:,
          body: Types.wrap(body, "")
        )
      end

      # The whole body.
      def read_all(response, max_bytes)
        text = String.new
        while (bytes = response.read)
          text << bytes
          if text.bytesize > max_bytes
            raise InvalidResponseError.new("RESPONSE_TOO_LARGE", "The response is longer than #{max_bytes} bytes")
          end
        end
        text
      end

      private

      def beginning(response, max_bytes)
        read_all(response, max_bytes)
      rescue TransportError, InvalidResponseError
        ""
      end

      def message(members, issues)
        title = word(members, "title") || word(members, "error")
        reasons = [word(members, "detail") || word(members, "details")].compact
        reasons.concat(issues.first(3).map { |issue| "#{issue.path}: #{issue.message}" })
        reasons.empty? ? title : "#{title || "Refused"}: #{reasons.join(" ")}"
      end

      def word(members, name)
        value = members[name]
        value if value.is_a?(String) && !value.empty?
      end

      def issues_of(value)
        objects = value.is_a?(Array) ? value.grep(Hash) : []
        objects.map { |each| Issue.new(word(each, "path") || "", word(each, "message") || "") }
      end
    end
  end
end
