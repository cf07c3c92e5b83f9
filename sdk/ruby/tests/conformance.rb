# frozen_string_literal: true

# The Ruby client against the vectors that the clients of all languages share: `ruby tests/conformance.rb`.

require "minitest/autorun"
require "socket"
require "tempfile"
require "yaml"
require_relative "../lib/svc/client"
require_relative "script"

module Vectors
  FOLDER = ENV.fetch("SVC_CONFORMANCE", File.join(__dir__, "../../conformance"))

  def self.read(name)
    JSON.parse(File.read(File.join(FOLDER, "#{name}.json"), encoding: "UTF-8"))["cases"]
  end
end

class Conformance < Minitest::Test
  # One test for each vector of a file.
  def self.vectors(file, &check)
    Vectors.read(file).each do |vector|
      name = vector["name"] || vector["value"]
      define_method("test_#{file}: #{name}") { instance_exec(vector, &check) }
    end
  end

  def invoke(client, vector)
    resource, name = vector["operation"].split(".")
    options = vector.fetch("options", {}).transform_keys(&:to_sym)
    client.public_send(resource).public_send(name, **vector["parameters"].transform_keys(&:to_sym), request_options: options)
  end

  def assert_failure(expected, &)
    error = assert_raises(Svc::Error, &)
    expected.each do |name, value|
      actual =
        case name
        when "class" then error.class.name.delete_prefix("Svc::")
        when "issues" then error.issues.map { |issue| issue.to_h.transform_keys(&:to_s) }
        when "member" then [value[0], error.body[value[0]]]
        else error.public_send(name)
        end
      value.nil? ? assert_nil(actual) : assert_equal(value, actual)
    end
  end

  # The error of a vector, or what follows without one.
  def outcome(vector, call)
    return assert_failure(vector["error"], &call) if vector.key?("error")

    yield call.call
  end

  vectors("requests") do |vector|
    script = Script.sequence([Script::SUCCESS])
    outcome(vector, -> { invoke(script.client, vector) }) do
      request = script.sent.first
      expected = vector["request"]
      assert_equal expected.values_at("method", "url"), [request.http_method, request.url]
      headers = request.headers.transform_keys(&:downcase)
      expected["headers"].each do |name, value|
        assert(value == "*" ? headers.key?(name) : headers[name] == value, name)
      end
      assert_equal [expected["body"]], [request.body && JSON.parse(request.body)]
    end
  end

  vectors("retries") do |vector|
    script = Script.sequence(vector["responses"])
    outcome(vector, -> { invoke(script.client, vector) }) { |result| assert_kind_of Svc::Record, result }
    assert_equal [vector["delays"], vector["requests"]], [script.delays, script.sent.length]
    if vector["same_key"]
      keys = script.sent.map { |request| request.headers["Idempotency-Key"] }
      assert_equal [1, false], [keys.uniq.length, keys.include?(nil)]
    end
  end

  vectors("errors") do |vector|
    call = { "operation" => "templates.get", "parameters" => { "id" => "tpl_1" }, "options" => { "max_retries" => 0 } }
    assert_failure(vector["error"]) { invoke(Script.sequence([vector["response"]]).client, call) }
  end

  vectors("pagination") do |vector|
    script = Script.sequence(vector["responses"])
    ids = []
    parameters = vector["parameters"].transform_keys(&:to_sym)
    outcome(vector, -> { script.client.templates.listMineAll(**parameters).each { |item| ids << item.id } }) { |_| nil }
    cursors = script.sent.map { |request| URI.decode_www_form(URI(request.url).query.to_s).to_h["cursor"] }
    assert_equal [vector["ids"], vector["cursors"]], [ids, cursors]
  end

  vectors("unknown-values") do |vector|
    response = Script::SUCCESS.merge("body" => JSON.generate(vector["body"]))
    result = invoke(Script.sequence([response]).client, vector)
    vector["values"].each do |path, value|
      found = path.reduce(result) { |each, key| each[key] }
      found = found.to_h if found.is_a?(Svc::Record)
      value.nil? ? assert_nil(found) : assert_equal(value, found)
    end
    # Nothing is lost where a result is sent again.
    assert_equal JSON.generate(vector["body"]), JSON.generate(result)
    assert_equal JSON.generate(vector["body"]), Svc::JsonText.encode(result)
  end

  vectors("redirects") do |vector|
    script = Script.new { |url| vector["responses"].fetch(url) }
    outcome(vector, -> { script.client.exports.download(id: "exp_1").read }) { |text| assert_equal vector["text"], text }
    sent = script.sent.map { |request| [request.url, request.headers["Svc-Api-Auth"] == "svc_test"] }
    assert_equal vector["requests"], sent
  end

  vectors("retry-after") do |vector|
    assert_equal [vector["seconds"]], [Svc::Retries.parse_retry_after(vector["value"], Script::NOW)]
  end

  vectors("webhooks") do |vector|
    verify = lambda do
      Svc::Webhook.verify(body: vector["body"], headers: vector["headers"], secret: vector["secrets"], now: vector["now"])
    end
    if vector.key?("event")
      assert_equal vector["event"], verify.call.type
    else
      assert_equal vector["refusal"], assert_raises(Svc::WebhookVerificationError, &verify).code
    end
  end

  vectors("tokens") do |vector|
    options = vector.slice("plugin_id", "secret_key", "user_id", "expires").transform_keys(&:to_sym)
    if vector.key?("token")
      assert_equal vector["token"], Svc::PluginToken.sign(**options)
    else
      assert_equal vector["refusal"], assert_raises(Svc::ConfigurationError) { Svc::PluginToken.sign(**options) }.code
    end
  end
end

# The transport over a socket.
class Transport < Minitest::Test
  # A client of a server that sends each response to one connection and closes it; a nil keeps it open.
  def serve(*responses)
    listener = TCPServer.new("127.0.0.1", 0)
    @requests = []
    thread = Thread.new { responses.each { |response| respond(listener.accept, response) } }
    (@stops ||= []) << -> { [thread.kill.join, listener.close] }
    Svc::Client.new(base_url: "http://127.0.0.1:#{listener.addr[1]}", api_key: "svc_test", max_retries: 0)
  end

  def respond(connection, response)
    @requests << request_of(connection)
    return (@open ||= []) << connection if response.nil?

    connection.write(response)
    connection.close
  end

  # Head and body.
  def request_of(connection)
    head = connection.gets("\r\n\r\n")
    return head + connection.gets("0\r\n\r\n") if head.include?("chunked")

    head + connection.read(head[/^Content-Length: (\d+)/i, 1].to_i)
  end

  def teardown
    @stops&.each(&:call)
    @open&.each(&:close)
  end

  def http(body, type, length = body.bytesize)
    "HTTP/1.1 200 OK\r\nContent-Type: application/#{type}\r\nContent-Length: #{length}\r\n\r\n#{body}".b
  end

  def test_a_body_that_is_cut_off
    chunked = "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
    client = serve(http("{}", "json", 100), http("{}", "zip", 100), chunked)
    assert_raises(Svc::ConnectionError) { client.templates.get(id: "a") }
    2.times { assert_raises(Svc::ConnectionError) { client.exports.download(id: "a").read } }
  end

  def test_what_is_not_http_json_that_is_too_deep_or_no_text_and_no_response
    client = serve("220 mail.example ESMTP\r\n", "", http("[" * 100_000, "json"), http("\xff\xfe", "json"), nil)
    classes = [Svc::ConnectionError, Svc::ConnectionError, Svc::InvalidResponseError, Svc::InvalidResponseError]
    classes.each { |expected| assert_instance_of expected, assert_raises(Svc::Error) { client.templates.get(id: "a") } }
    assert_raises(Svc::TimeoutError) { client.templates.get(id: "a", request_options: { timeout: 0.05 }) }
  end

  def test_a_length_that_is_none_and_a_body_that_never_ends
    head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0"
    client = serve("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n{}")
    assert_raises(Svc::ConnectionError) { client.templates.get(id: "a") }
    assert_raises(Svc::ConnectionError) { serve(head).templates.get(id: "a") }
  end

  def test_a_download_is_read_by_the_thread_that_requested_it
    download = serve(http("content", "zip")).exports.download(id: "a")
    error = Thread.new { assert_raises(Svc::ConnectionError) { download.read } }.value
    assert_includes error.message, "across threads"
  end

  def test_a_response_that_is_too_long
    client = serve(http("[#{"1," * 5000}1]", "json"))
    limited = Svc::Client.new(base_url: client.inspect[/http[^>]*/], api_key: "svc_test", max_response_bytes: 1000)
    assert_equal "RESPONSE_TOO_LARGE", assert_raises(Svc::InvalidResponseError) { limited.templates.get(id: "a") }.code
  end

  def test_events_as_they_arrive
    body = "event: progress\r\nid: 1\r\ndata: {\"done\":\ndata: 5}\n\n: comment\n\ndata: ☃\n\ndata: without an end"
    events = serve(http(body, "event-stream")).jobs.watch(id: "job_1").to_a
    assert_equal [["progress", "1", 5], ["message", nil, "☃"]], [[events[0].event, events[0].id, events[0].data.done], events[1].to_a]
  end

  def test_a_form_with_each_kind_of_file
    file = Tempfile.create("upload")
    file.write("content")
    file.rewind
    reader, writer = IO.pipe
    writer.write("content")
    writer.close
    [file, Pathname(file.path), StringIO.new("content"), Svc::Upload.bytes("content", name: 'a"b.txt'), reader].each do |each|
      serve(http("{}", "json")).assets.upload(file: each, tags: %w[a b], alt: nil, name: :symbol)
      request = @requests.first
      counts = ["content", 'name="tags"', 'name="alt"', "symbol"].map { |text| request.scan(text).length }
      assert_equal [1, 2, 0, 1], counts
      assert_equal each.equal?(reader), request.include?("Transfer-Encoding: chunked")
    end
  ensure
    File.unlink(file) && file.close
  end

  def test_no_text_contains_the_key
    script = Script.sequence([{ "failure" => "connection" }])
    clients = [script.client, Svc::Client.new(base_url: "http://127.0.0.1:1", api_key: "svc_test", max_retries: 0)]
    errors = clients.map { |client| assert_raises(Svc::ConnectionError) { client.verification.verify_email(email: "a@example.com") } }
    values = [*clients, *errors, *errors.map(&:cause), script.sent.first, clients.last.templates]
    texts = values.flat_map { |value| [value.inspect, value.to_s, *capture_io { pp value }] } + errors.map(&:full_message)
    texts.push(YAML.dump(clients.last), assert_raises(NoMethodError) { clients.last.missing }.message)
    assert_empty(texts.select { |text| text.include?("svc_test") })
  end
end

class Facts < Minitest::Test
  def test_details_of_a_response
    response = Script::SUCCESS.merge("headers" => { "ETag" => '"3"', "X-Request-Id" => "req_1" })
    details = []
    Script.sequence([response]).client.templates.get(id: "a", request_options: { on_response: details.method(:push) })
    assert_equal [[200, '"3"', "req_1"]], (details.map { |each| [each.status, each.headers["etag"], each.request_id] })
  end

  def test_options_that_cannot_be_used
    get = -> { Script.sequence([]).client.templates.get(id: "a", request_options: { headers: { "X-A" => "b\r\nX-C: d" } }) }
    {
      "base_url" => -> { Svc::Client.new(base_url: "ftp://a", api_key: "svc_test") },
      "api_key must be visible ASCII" => -> { Svc::Client.new(base_url: "http://a", api_key: "svc_\ntest") },
      "without line breaks" => get,
      "are not JSON" => -> { Script.sequence([]).client.folders.create(name: "\xff") },
      "nested too deep" => -> { Script.sequence([]).client.folders.create(name: [].tap { |list| list << list }) }
    }.each { |text, call| assert_includes assert_raises(Svc::ConfigurationError, &call).message, text }
  end

  def test_a_record_has_its_members_and_those_of_its_schema
    body = '{"id":"tpl_1","class":"a","method":"b","document":{"rows":[{"columns":[]}]},"tomorrow":[{"a":1}]}'
    template = Script.sequence([Script::SUCCESS.merge("body" => body)]).client.templates.get_structured(id: "a")
    assert_instance_of Svc::Types::StructuredTemplate, template
    assert_equal ["tpl_1", "a", 1, nil], [template.id, template[:class], template.tomorrow[0].a, template.revision]
    assert_same template.document.rows[0], template.document.rows[0]
    assert_raises(NoMethodError) { template.subjekt }
    assert_raises(ArgumentError) { template.id(1) }
    template.document.rows[0].columns << { blocks: [] }
    template.name = "New"
    assert_equal ["New", [{ "columns" => [{ blocks: [] }] }]], [template.to_h["name"], template.to_h["document"]["rows"]]
    assert_equal template, template.dup
    case template
    in { id: String => id, document: { rows: [row] } }
      assert_equal ["tpl_1", Svc::Types::Row], [id, row.class]
    end
  end

  def test_times_symbols_and_structs_in_a_body
    script = Script.sequence([Script::SUCCESS])
    script.client.templates.create(name: :a, type: "other", metadata: Struct.new(:at).new(Time.at(0)), tags: [])
    assert_equal '{"name":"a","type":"other","metadata":{"at":"1970-01-01T00:00:00.000Z"},"tags":[]}', reordered(script.sent[0].body)
  end

  def reordered(text)
    JSON.generate(JSON.parse(text).slice("name", "type", "metadata", "tags"))
  end

  def test_headers_that_are_no_text
    headers = { "webhook-id" => "a\xff", "webhook-timestamp" => "1", "webhook-signature" => "v1,\xff \xfe" }
    error = assert_raises(Svc::WebhookVerificationError) do
      Svc::Webhook.verify(body: "\xff", headers:, secret: "whsec_MDEy", now: 1)
    end
    assert_equal "NO_MATCHING_SIGNATURE", error.code
  end

  def test_headers_of_rack
    vector = Vectors.read("webhooks").first
    headers = vector["headers"].transform_keys { |name| "HTTP_#{name.upcase.tr("-", "_")}" }
    event = Svc::Webhook.verify(body: vector["body"], headers:, secret: vector["secrets"], now: vector["now"])
    assert_instance_of Svc::Types::TemplateUpdatedEvent, event
  end
end
