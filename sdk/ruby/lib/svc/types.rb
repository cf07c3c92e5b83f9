# frozen_string_literal: true

module Svc
  # Records of the schemas of the service, such as `Svc::Types::Template`. Each class is made when it is first used.
  #
  # A shape is the name of a schema, several of them with `|` between, or a shape after `[` for a list and `{` for a map; it is
  # empty for objects of no schema.
  module Types
    @unions = {}

    class << self
      # @api private
      def wrap(value, shape)
        case value
        when Hash then shape.start_with?("{") ? wrap_map(value, shape) : class_of(shape).new(value)
        when Array then wrap_list(value, shape.start_with?("[") ? shape[1..] : "")
        else value
        end
      end

      def const_missing(name)
        shapes = SHAPES[name.name] or return super
        # Another thread may have been faster.
        LOCK.synchronize { const_defined?(name, false) ? const_get(name, false) : const_set(name, record(shapes)) }
      end

      private

      def wrap_list(values, shape)
        values.map! { |each| each.is_a?(Hash) || each.is_a?(Array) ? wrap(each, shape) : each }
      end

      def wrap_map(value, shape)
        of = shape[1..]
        of.empty? ? Record.new(value) : Record.new(value.transform_values { |each| wrap(each, of) })
      end

      def class_of(shape)
        return Record if shape.empty? || shape.start_with?("[")
        return const_get(shape, false) unless shape.include?("|")

        @unions[shape] ||= record(shape.split("|").map { |name| SHAPES.fetch(name) }.reduce { |all, each| each.merge(all) })
      end

      def record(shapes)
        Class.new(Record) do
          @shapes = shapes
          # Methods of every object remain what they are.
          shapes.each_key { |name| define_method(name) { self[name] } unless Record.method_defined?(name) }
        end
      end
    end

    LOCK = Mutex.new
    private_constant :LOCK
  end
end
