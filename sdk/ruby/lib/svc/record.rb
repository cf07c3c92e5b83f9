# frozen_string_literal: true

module Svc
  # An object that the service sent, with every member of it, those of a newer service included. Members are methods and keys:
  # `template.name`, `template[:name]`, `template["name"]`; those that were not sent are nil. Records work in pattern matching,
  # and can be sent back as they are.
  #
  # Subclasses in {Types} have the members of their schema. A member that is named like a method of every object, such as `class`
  # or `method`, is read as `record[:class]`.
  class Record
    @shapes = {}.freeze

    class << self
      # @return [Hash{String => String}] shapes of members by name, as {Types} writes them
      # @api private
      attr_reader :shapes
    end

    # @param members [Hash{String => Object}] parsed JSON, which becomes part of the record
    def initialize(members = {})
      @members = members
      @lists = {}
    end

    def [](name)
      key = name.to_s
      value = @members[key]
      return value unless value.is_a?(Hash) || (value.is_a?(Array) && !value.equal?(@lists[key]))

      # Items become records once, when they are first read.
      value = @members[key] = Types.wrap(value, self.class.shapes[key] || "")
      @lists[key] = value if value.is_a?(Array)
      value
    end

    def []=(name, value)
      @members[name.to_s] = value
    end

    def key?(name)
      @members.key?(name.to_s)
    end

    # @return [Object, nil]
    def dig(name, *rest)
      value = self[name]
      rest.empty? || value.nil? ? value : value.dig(*rest)
    end

    # @return [Hash{String => Object}] hashes and arrays all the way down
    def to_h
      @members.transform_values { |value| plain(value) }
    end

    def to_json(...)
      to_h.to_json(...)
    end

    def deconstruct_keys(names)
      (names || @members.keys.map(&:to_sym)).select { |name| key?(name) }.to_h { |name| [name, self[name]] }
    end

    def ==(other)
      other.is_a?(Record) && to_h == other.to_h
    end
    alias eql? ==

    def hash
      to_h.hash
    end

    def inspect
      "#<#{self.class.name || "Svc::Record"} #{to_h.inspect}>"
    end
    alias to_s inspect

    private

    def plain(value)
      case value
      when Record then value.to_h
      when Hash then value.transform_values { |each| plain(each) }
      when Array then value.map { |each| plain(each) }
      else value
      end
    end

    def initialize_copy(other)
      super
      @members = other.to_h
      @lists = {}
    end

    def method_missing(name, *arguments)
      text = name.name
      return super unless arguments.empty? ? respond_to_missing?(name) : text.end_with?("=") && arguments.one?

      arguments.empty? ? self[text] : self[text.delete_suffix("=")] = arguments.first
    end

    def respond_to_missing?(name, include_private = false)
      text = name.name
      @members.key?(text) || self.class.shapes.key?(text) || super
    end
  end
end
