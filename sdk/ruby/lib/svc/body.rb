# frozen_string_literal: true

require "securerandom"
require "stringio"

module Svc
  # Bytes of a request in parts, each read as it is sent.
  # @api private
  class Body
    # @return [String] the media type
    attr_reader :type
    # @return [Integer, nil] nil for streams that cannot be rewound; they are sent once, in chunks
    attr_reader :length

    class << self
      def bytes(upload)
        new([upload], upload.type)
      end

      # Lists repeat the field; objects are JSON (OpenAPI 3.1, 4.8.14.1).
      def form(fields)
        boundary = "svc-#{SecureRandom.hex(16)}"
        parts = fields.flat_map do |name, value|
          (value.is_a?(Array) ? value : [value]).flat_map { |each| field(boundary, name.to_s, each) }
        end
        new([*parts, "--#{boundary}--\r\n".b], "multipart/form-data; boundary=#{boundary}")
      end

      private

      def field(boundary, name, value)
        return [] if value.nil?

        head = "--#{boundary}\r\nContent-Disposition: form-data; name=\"#{escape(name)}\""
        upload = Upload.of(value)
        return [["#{head}\r\n\r\n", value.is_a?(String) ? value : text(value), "\r\n"].map(&:b).join] if upload.nil?

        ["#{head}; filename=\"#{escape(upload.name)}\"\r\nContent-Type: #{upload.type}\r\n\r\n".b, upload, "\r\n".b]
      end

      def text(value)
        value.is_a?(Symbol) ? value.name : JsonText.encode(value)
      end

      # As browsers escape names (HTML, multipart form data).
      def escape(name)
        name.gsub(/[\r\n"]/, "\r" => "%0D", "\n" => "%0A", '"' => "%22")
      end
    end

    # @param parts [Array<String, Upload>]
    def initialize(parts, type)
      @parts = parts
      @type = type
      @starts = {}
      sizes = parts.map { |part| size_of(part) }
      @length = sizes.include?(nil) ? nil : sizes.sum
      rewind
    end

    def rewind
      @rest = @parts.dup
      close_file
      @source = nil
    end

    # As `IO#read` with a length: at most so many bytes, nil at the end.
    def read(length, buffer = +"")
      until @rest.empty?
        @source ||= source_of(@rest.first)
        bytes = @source.read(length)
        return buffer.replace(bytes) unless bytes.nil? || bytes.empty?

        @rest.shift
        close_file
        @source = nil
      end
      buffer.clear
      nil
    end

    def inspect
      "#<#{self.class} #{type}>"
    end

    private

    def source_of(part)
      source = part.is_a?(Upload) ? part.source : part
      case source
      when String then StringIO.new(source)
      when Pathname then @file = source.open("rb")
      else
        source.seek(@starts[part]) if @starts.key?(part)
        source
      end
    end

    def close_file
      @file&.close
      @file = nil
    end

    def size_of(part)
      source = part.is_a?(Upload) ? part.source : part
      case source
      when String then source.bytesize
      when Pathname then source.size
      else size_of_stream(part)
      end
    end

    def size_of_stream(part)
      stream = part.source
      start = stream.pos
      stream.seek(0, IO::SEEK_END)
      size = stream.pos - start
      stream.seek(start)
      @starts[part] = start
      size
    rescue SystemCallError, IOError, NoMethodError
      # Pipes, sockets and decompressors have no positions.
      nil
    end
  end
end
