# frozen_string_literal: true

require "uri"

module Svc
  # URLs of requests and redirects (RFC 3986).
  # @api private
  module Url
    class << self
      # Origin and path without a slash at the end.
      def base(text)
        uri = parse(text)
        return "#{origin(uri)}#{uri.path.sub(%r{/+\z}, "")}" if uri && uri.userinfo.nil?

        raise ConfigurationError.new("INVALID_OPTIONS", "base_url, or SVC_URL, must be the http or https URL of the service")
      end

      # @param parameters [Hash{String => Object}]
      def of(base, operation, parameters)
        in_path = operation.path_names
        path = operation.path.gsub(/\{(\w+)\}/) { segment(operation, Regexp.last_match(1), parameters) }
        names = parameters.keys - in_path
        names &= operation.query unless operation.body == "none"
        pairs = names.flat_map { |name| pairs(name, parameters[name]) }
        pairs.empty? ? "#{base}#{path}" : "#{base}#{path}?#{pairs.join("&")}"
      end

      # Target of a redirect, nil for one that must not be followed: from https to http, to files, or to what is no URL.
      def redirect_target(url, location)
        target = parse(URI.join(url, location).to_s)
        target.to_s if target && (target.scheme == "https" || URI(url).scheme == "http")
      rescue URI::Error
        nil
      end

      def same_origin?(one, other)
        origin(URI(one)) == origin(URI(other))
      end

      private

      # Nil for what is no URL of HTTP with a host.
      def parse(text)
        uri = URI.parse(text)
        uri.normalize if uri.is_a?(URI::HTTP) && !uri.host.to_s.empty?
      rescue URI::Error
        nil
      end

      def origin(uri)
        port = uri.port == uri.default_port ? "" : ":#{uri.port}"
        "#{uri.scheme}://#{uri.host}#{port}".downcase
      end

      def segment(operation, name, parameters)
        value = parameters[name]
        text = value.is_a?(String) || value.is_a?(Integer) || value.is_a?(Symbol) ? value.to_s : ""
        return encode(text) unless ["", ".", ".."].include?(text)

        raise ConfigurationError.new("INVALID_ARGUMENT", "#{operation.id} requires #{name}: a text that is not empty, . or ..")
      end

      # Lists repeat the name, maps have their keys in brackets.
      def pairs(name, value)
        case value
        when nil then []
        when Array then value.flat_map { |each| pairs(name, each) }
        when Hash, Record then value.to_h.flat_map { |key, each| pairs("#{name}[#{key}]", each) }
        else ["#{encode(name)}=#{encode(text(value))}"]
        end
      end

      def text(value)
        return value.to_s if value.is_a?(String) || value.is_a?(Symbol)

        JsonText.encode(value).delete_prefix('"').delete_suffix('"')
      end

      def encode(text)
        text.encode(Encoding::UTF_8).b.gsub(/[^A-Za-z0-9_.~-]/) { |byte| format("%%%02X", byte.ord) }
      rescue EncodingError
        raise ConfigurationError.new("INVALID_ARGUMENT", "Parameters of a URL must be text that can be UTF-8")
      end
    end
  end
end
