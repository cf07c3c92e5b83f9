# frozen_string_literal: true

module Svc
  # Lists page by page.
  # @api private
  module Pages
    class << self
      # Items of a list, requested as they are needed. Raises if the service returns a cursor twice.
      # @return [Enumerator]
      def each(core, name, parameters, options, &block)
        items = Enumerator.new { |yielder| read(core, name, parameters, options) { |item| yielder << item } }
        block ? items.each(&block) : items
      end

      private

      def read(core, name, parameters, options, &)
        cursors = {}
        cursor = parameters.fetch(:cursor, OMIT)
        until cursor.nil?
          page = core.call(name, parameters.merge(cursor:), options)
          data = page.is_a?(Record) ? page[:data] : nil
          data.each(&) if data.is_a?(Array)
          cursor = next_cursor(page)
          raise InvalidResponseError.new("INVALID_RESPONSE", "The service returned the same cursor twice") if cursors.key?(cursor)

          cursors[cursor] = true
        end
      end

      def next_cursor(page)
        info = page.is_a?(Record) ? page[:page] : nil
        return nil unless info.is_a?(Record) && info[:has_more] == true

        info[:next_cursor] if info[:next_cursor].is_a?(String)
      end
    end
  end
end
