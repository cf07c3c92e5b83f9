# frozen_string_literal: true

module Svc
  # How a call becomes a request: `path` with `{parameters}`, `body` is none, json, form or bytes, `result` none, json, bytes or
  # events, `auth` none, key, token or session; `once` accepts an `Idempotency-Key`, `shape` is the one of the result in {Types}.
  # @api private
  Operation = Struct.new(:id, :http_method, :path, :query, :body, :result, :auth, :once, :shape) do
    # @return [Array<String>]
    def path_names
      path.scan(/\{(\w+)\}/).flatten
    end

    def stream?
      result == "bytes" || result == "events"
    end
  end
end
