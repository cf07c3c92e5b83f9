require "json"
require "openssl"

# Returns the event, or raises ArgumentError. Headers have lower-case names, body is the raw body.
def verify_webhook(secret, headers, body, now = Time.now.to_i)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  unless timestamp.match?(/\A\d+\z/) && (now - timestamp.to_i).abs <= 300
    raise ArgumentError, "too old or too new"
  end
  key = secret.delete_prefix("whsec_").unpack1("m")
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1," + [digest].pack("m0")
  signatures = headers["webhook-signature"].to_s.split(" ")
  unless signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }
    raise ArgumentError, "not signed with this secret"
  end
  JSON.parse(body)
end
