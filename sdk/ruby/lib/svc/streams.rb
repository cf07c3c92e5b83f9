# frozen_string_literal: true

module Svc
  # Bytes of a file or image, received as they are read: once, with `each` or one of the other methods, by the thread that made the
  # call.
  class Download
    # @return [Hash{String => String}] by name in lower case
    attr_reader :headers

    def initialize(response)
      @response = response
      @headers = response.headers
    end

    def content_type
      headers.fetch("content-type", "application/octet-stream")
    end

    # @return [Integer, nil]
    def content_length
      Integer(headers["content-length"], 10, exception: false) if headers.key?("content-length")
    end

    # @return [String, nil]
    def request_id
      headers["x-request-id"]
    end

    # @yieldparam bytes [String]
    def each
      return enum_for(:each) unless block_given?

      begin
        while (bytes = @response.read)
          yield bytes
        end
      rescue TransportError => e
        raise Failures.of_transport(e)
      ensure
        close
      end
    end

    # The whole file in memory.
    # @return [String]
    def read
      each.reduce(String.new) { |all, bytes| all << bytes }
    end

    # @param path [String, Pathname]
    def save_to(path)
      File.open(path, "wb") { |file| each { |bytes| file.write(bytes) } }
    end

    def close
      @response.close
    end

    def inspect
      "#<#{self.class} #{content_type}>"
    end
  end

  # One event of a stream (HTML, server-sent events): `data` is parsed JSON, or the text if it is none.
  ServerEvent = Struct.new(:event, :id, :data)

  # Server-sent events.
  # @api private
  module Events
    class << self
      # Events as they arrive; the connection is closed when the loop ends.
      # @return [Enumerator<ServerEvent>]
      def of(download)
        Enumerator.new do |events|
          lines = []
          rest = String.new
          download.each do |bytes|
            *complete, rest = (rest << bytes).split("\n", -1)
            complete.each do |line|
              text = line.delete_suffix("\r")
              next lines << text unless text.empty?

              event = event_of(lines)
              lines = []
              events << event if event
            end
          end
        end
      end

      private

      def event_of(lines)
        fields = lines.map { |line| line.split(":", 2) }.group_by(&:first)
        values = fields.transform_values { |all| all.map { |_, value| value.to_s.delete_prefix(" ") } }
        return nil unless values.key?("data")

        data = Types.wrap(JsonText.decode_or_text(values["data"].join("\n")), "")
        ServerEvent.new(text_of(values["event"]) || "message", text_of(values["id"]), data)
      end

      def text_of(values)
        values&.last&.dup&.force_encoding(Encoding::UTF_8)
      end
    end
  end
end
