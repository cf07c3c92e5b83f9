# frozen_string_literal: true

module Svc
  # Tokens of the embedded editor.
  module PluginToken
    # Milliseconds of a token without an end of its own.
    LIFETIME = 86_400_000
    private_constant :LIFETIME

    class << self
      # A token for one user, as `getAuthToken` of the editor returns it. Only servers know the Secret Key.
      #
      # @param plugin_id [String] `svc_pk_…`
      # @param secret_key [String] `svc_sk_…`
      # @param user_id [Integer]
      # @param expires [Integer, nil] milliseconds since 1970; by default in 24 hours
      # @return [String]
      def sign(plugin_id:, secret_key:, user_id:, expires: nil)
        check("plugin_id", "svc_pk_", plugin_id)
        check("secret_key", "svc_sk_", secret_key)
        last = expires || ((Time.now.to_f * 1000).to_i + LIFETIME)
        payload = JsonText.encode({ pluginId: plugin_id, userId: user_id, expires: last })
        ["#{payload}.#{OpenSSL::HMAC.hexdigest("SHA256", secret_key, payload)}"].pack("m0")
      end

      private

      def check(name, prefix, value)
        return if value.is_a?(String) && value.match?(/\A#{prefix}[0-9a-f]{48}\z/)

        raise ConfigurationError.new("INVALID_ARGUMENT", "#{name} must be #{prefix} and 48 hexadecimal characters")
      end
    end
  end
end
