# Renders JSON lines with Ruby Liquid, the reference of the language. ESPs run it in Rails, which defines what is blank; the filter
# `fallback` is that of Intercom.
require 'json'
require 'liquid'

class Object
  def blank? = respond_to?(:empty?) ? empty? : !self
end

class String
  def blank? = match?(/\A[[:space:]]*\z/)
end

module Filters
  def fallback(value, given) = [nil, false, ''].include?(value) ? given : value
end

Liquid::Template.register_filter(Filters)

$stdin.each_line do |line|
  request = JSON.parse(line)
  result =
    begin
      { output: Liquid::Template.parse(request['template'], error_mode: :strict).render!(request['data']) }
    rescue StandardError => e
      { error: e.message }
    end
  puts JSON.generate(result)
end
