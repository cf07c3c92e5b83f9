# frozen_string_literal: true

require "json"
require "time"

module Svc
  # JSON of requests and responses.
  # @api private
  module JsonText
    MAX_DEPTH = 1024

    # Objects may be hashes, records, structs and what else has `to_h`; times are RFC 3339, symbols are text.
    def self.encode(value)
      JSON.generate(plain(value, 0), max_nesting: MAX_DEPTH)
    rescue JSON::GeneratorError, JSON::NestingError, EncodingError => e
      raise ConfigurationError.new("INVALID_ARGUMENT", "The parameters are not JSON: #{e.message[0, 200]}")
    end

    # Raises JSON::ParserError.
    def self.decode(text)
      utf8 = text.dup.force_encoding(Encoding::UTF_8)
      raise JSON::ParserError, "no UTF-8" unless utf8.valid_encoding?

      JSON.parse(utf8, max_nesting: MAX_DEPTH, create_additions: false)
    end

    # The parsed text, or the beginning of the text itself if it is no JSON.
    def self.decode_or_text(text, max_bytes = text.bytesize)
      decode(text)
    rescue JSON::ParserError
      text.byteslice(0, max_bytes).force_encoding(Encoding::UTF_8).scrub
    end

    def self.plain(value, depth)
      raise ConfigurationError.new("INVALID_ARGUMENT", "The parameters are nested too deep") if depth > MAX_DEPTH

      case value
      when nil, true, false, Numeric, String then value
      when Symbol then value.name
      when Time, DateTime then value.to_time.utc.iso8601(3)
      when Date then value.iso8601
      when Array then value.map { |each| plain(each, depth + 1) }
      else plain_object(value, depth)
      end
    end
    private_class_method :plain

    def self.plain_object(value, depth)
      raise ConfigurationError.new("INVALID_ARGUMENT", "A #{value.class} cannot be sent as JSON") unless value.respond_to?(:to_h)

      value.to_h.to_h { |name, each| [name.to_s, plain(each, depth + 1)] }
    end
    private_class_method :plain_object
  end
end
