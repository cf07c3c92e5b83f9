# frozen_string_literal: true

require "pathname"

module Svc
  # A file to send. Files and streams are read as they are sent. Where a name or type matters, pass one of these instead of the file.
  class Upload
    TYPE = "application/octet-stream"

    # @return [String] in forms
    attr_reader :name
    # @return [String]
    attr_reader :type
    # @return [String, Pathname, IO] bytes, a file, or an open stream
    # @api private
    attr_reader :source

    class << self
      private :new

      # @param content [String]
      def bytes(content, name: "file", type: TYPE)
        new(content.b, name, type)
      end

      # @param path [String, Pathname]
      def file(path, name: File.basename(path), type: TYPE)
        unless File.file?(path) && File.readable?(path)
          raise ConfigurationError.new("INVALID_ARGUMENT", "#{path} must be a file that can be read")
        end

        new(Pathname(path), name, type)
      end

      # @param stream [IO, StringIO, #read] read from its position; calls are repeated only if it can be rewound
      def stream(stream, name: "file", type: TYPE)
        unless stream.respond_to?(:read)
          raise ConfigurationError.new("INVALID_ARGUMENT", "A stream must have the method read, as an open file has")
        end

        new(stream, name, type)
      end

      # The upload of a parameter; nil if it is no file.
      # @api private
      def of(value)
        case value
        when Upload then value
        when Pathname then file(value)
        when File then stream(value, name: File.basename(value.path))
        else stream(value) if value.respond_to?(:read)
        end
      end
    end

    def initialize(source, name, type)
      if type.match?(/[\x00-\x1f\x7f]/)
        raise ConfigurationError.new("INVALID_ARGUMENT", "The type of an upload must have no control characters")
      end

      @source = source
      @name = name
      @type = type
    end

    def inspect
      "#<#{self.class} #{name} #{type}>"
    end
  end
end
