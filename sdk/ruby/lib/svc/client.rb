# frozen_string_literal: true

require_relative "errors"
require_relative "json_text"
require_relative "record"
require_relative "types"
require_relative "upload"
require_relative "body"
require_relative "credentials"
require_relative "operation"
require_relative "url"
require_relative "retries"
require_relative "transport"
require_relative "http_transport"
require_relative "options"
require_relative "failures"
require_relative "streams"
require_relative "core"
require_relative "pages"
require_relative "resource"
require_relative "webhook"
require_relative "plugin_token"
require_relative "generated/version"
require_relative "generated/operations"
require_relative "generated/types"
require_relative "generated/resources"

# Client of the svc REST API. Start at {Client}, {Webhook} and {PluginToken}; every failure is an {Error}.
module Svc
  # Client of one service, for any number of threads. Options are those of {ClientOptions}.
  class Client
    include ClientResources

    def initialize(**options)
      @core = Core.new(ClientOptions.new(**options))
      build_resources(@core)
    end

    def inspect
      "#<#{self.class} #{@core.base_url}>"
    end
  end
end
