# frozen_string_literal: true

module Svc
  # Operations of one kind.
  class Resource
    def initialize(core)
      @core = core
    end

    def inspect
      "#<#{self.class}>"
    end
  end
end
