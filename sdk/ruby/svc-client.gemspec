# frozen_string_literal: true

require_relative "lib/svc/generated/version"

Gem::Specification.new do |spec|
  spec.name = "svc-client"
  spec.version = Svc::VERSION
  spec.summary = "Client of the svc REST API: email templates, exports, assets and verification"
  spec.description = "One method for each operation of the svc REST API, with typed results, retries, streams and webhooks."
  spec.authors = ["The svc authors"]
  spec.homepage = "https://svc.example"
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir.chdir(__dir__) { Dir["lib/**/*.rb", "sig/**/*.{rbs,yaml}", "README.md"] }
  spec.metadata = { "rubygems_mfa_required" => "true" }
end
