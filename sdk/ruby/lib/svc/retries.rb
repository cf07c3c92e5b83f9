# frozen_string_literal: true

require "date"

module Svc
  # When a call is repeated.
  # @api private
  module Retries
    IDEMPOTENT_METHODS = %w[GET HEAD PUT DELETE].freeze
    TRANSIENT_STATUSES = [408, 500, 502, 503, 504].freeze
    FIRST_DELAY = 0.5
    MAX_DELAY = 8.0
    # A longer Retry-After is left to the caller.
    MAX_RETRY_AFTER = 60.0

    CLOCK = /(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/
    FORMS = [
      /\A[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) #{CLOCK} GMT\z/,
      /\A[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) #{CLOCK} GMT\z/,
      /\A[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) #{CLOCK} (?<year>\d{4})\z/
    ].freeze

    class << self
      def idempotent?(method)
        IDEMPOTENT_METHODS.include?(method)
      end

      def transient?(status, code, is_repeatable)
        # These requests had no effect, whatever their method.
        return true if status == 429 || code == "IDEMPOTENCY_IN_PROGRESS"

        is_repeatable && TRANSIENT_STATUSES.include?(status)
      end

      # Seconds before the next attempt, or nil if the service requires a wait that is too long.
      def delay(attempt, retry_after, jitter)
        return jitter * [MAX_DELAY, FIRST_DELAY * (2**attempt)].min if retry_after.nil?

        retry_after > MAX_RETRY_AFTER ? nil : retry_after + (jitter * FIRST_DELAY)
      end

      # Seconds of a number or of a date in one of the forms of HTTP (RFC 9110, 5.6.7).
      def parse_retry_after(value, now)
        text = value.to_s.strip
        return Float(text, exception: false) if text.match?(/\A[0-9]{1,9}\z/)

        match = FORMS.lazy.filter_map { |form| form.match(text) }.first
        time = match && time_of(match, now)
        time && [0.0, time - now].max
      end

      private

      # @return [Integer, nil] seconds since 1970
      def time_of(match, now)
        month = Date::ABBR_MONTHNAMES.index(match[:month])
        year = match[:year].length == 2 ? whole_year(match[:year].to_i, now) : match[:year].to_i
        day, hour, minute, second = %i[day hour minute second].map { |name| match[name].to_i }
        return nil if month.nil? || !Date.valid_date?(year, month, day) || hour > 23 || minute > 59 || second > 60

        Time.utc(year, month, day, hour, minute, second).to_i
      end

      # Two digits that would be more than 50 years ahead are of the past century.
      def whole_year(year, now)
        current = Time.at(now).utc.year
        whole = current - (current % 100) + year
        whole > current + 50 ? whole - 100 : whole
      end
    end
  end
end
