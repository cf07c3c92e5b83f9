# frozen_string_literal: true

# Warnings of every file, and the gem as it would be published: `ruby tests/syntax.rb`.

require "open3"
require "rubygems/package"
require "yaml"

Dir.chdir(File.join(__dir__, ".."))

def checked(*command)
  output, status = Open3.capture2e(*command)
  abort("#{command.join(" ")}\n#{output}") unless status.success? && !output.match?(/warn/i)
  output
end

files = Dir["lib/**/*.rb", "tests/*.rb", "*.gemspec"]
checked(Gem.ruby, "-wc", *files)
checked(Gem.ruby, "-w", "-Ilib", "-e", 'require "svc/client"; Svc::Types::EVENTS.each_value { |name| Svc::Types.const_get(name) }')
specification = Gem::Specification.load("svc-client.gemspec")
built = Gem::Package.build(specification, false, true, File::NULL) if specification.validate(false, true)
rbs = Gem::Specification.find_all_by_name("rbs").max_by(&:version)
libraries = YAML.safe_load_file("sig/manifest.yaml").fetch("dependencies").flat_map { |each| ["-r", each.fetch("name")] }
options = [*libraries, "-I", "sig", "validate", "--silent"]
signatures = rbs ? checked(Gem.ruby, Gem.bin_path("rbs", "rbs"), *options) : "no gem rbs"
puts "#{files.length} files, #{built}", signatures
