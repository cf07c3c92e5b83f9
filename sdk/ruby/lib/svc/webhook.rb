# frozen_string_literal: true

module Svc
  # Deliveries of webhooks (Standard Webhooks 1.0).
  module Webhook
    HEADERS = %w[webhook-id webhook-timestamp webhook-signature].freeze
    private_constant :HEADERS

    class << self
      # The event of a delivery.
      #
      # @param body [String] the raw body, before any JSON parser: `request.body.read`
      # @param headers [#each] by name in any case: a hash, `request.headers` of Rails, or the environment of Rack
      # @param secret [String, Array<String>] several are accepted during a rotation
      # @param tolerance [Numeric] seconds
      # @param now [Numeric] seconds since 1970
      # @return [Record] with `id`, `type`, `timestamp`, `project_id` and `data`
      # @raise [WebhookVerificationError] with the reason as `code`
      def verify(body:, headers:, secret:, tolerance: 300, now: Time.now.to_f)
        id, timestamp, signatures = values_of(headers)
        check_timestamp(timestamp, now, tolerance)
        unless signed?("#{id}.#{timestamp}.".b + body.b, signatures.split, Array(secret))
          raise refusal("NO_MATCHING_SIGNATURE", "No signature is of this secret and this body")
        end

        event = JsonText.decode_or_text(body)
        raise refusal("INVALID_BODY", "The body is not a JSON object") unless event.is_a?(Hash)

        Types.wrap(event, Types::EVENTS.fetch(event["type"], ""))
      end

      private

      def values_of(headers)
        given = headers.each.to_h { |name, value| [name.to_s.downcase.tr("_", "-").delete_prefix("http-"), Array(value).join(" ").b] }
        values = HEADERS.map { |name| given.fetch(name, "") }
        return values if values.none?(&:empty?)

        raise refusal("MISSING_HEADER", "webhook-id, webhook-timestamp and webhook-signature are required")
      end

      def check_timestamp(timestamp, now, tolerance)
        raise refusal("INVALID_TIMESTAMP", "webhook-timestamp must be Unix seconds") unless timestamp.match?(/\A[0-9]{1,15}\z/)

        age = now - timestamp.to_i
        raise refusal("TIMESTAMP_TOO_OLD", "The delivery is older than the tolerance") if age > tolerance
        raise refusal("TIMESTAMP_TOO_NEW", "The delivery is of the future") if -age > tolerance
      end

      def signed?(content, signatures, secrets)
        secrets.map { |secret| "v1,#{[OpenSSL::HMAC.digest("SHA256", key_of(secret), content)].pack("m0")}" }
               .product(signatures)
               .map { |expected, signature| OpenSSL.secure_compare(expected, signature) }
               .any?
      end

      def key_of(secret)
        key = secret.delete_prefix("whsec_").unpack1("m0")
        key.empty? ? raise(refusal("INVALID_SECRET", "A secret is whsec_ and base64")) : key
      rescue ArgumentError
        raise refusal("INVALID_SECRET", "A secret is whsec_ and base64")
      end

      def refusal(code, message)
        WebhookVerificationError.new(code, message)
      end
    end
  end
end
