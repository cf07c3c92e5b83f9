<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\TransportException;
use Svc\Client\Upload;

/**
 * Bytes of a request in parts, each read as it is sent.
 *
 * @internal
 */
final class Body
{
    /** Undefined for streams that cannot be rewound; they are sent once, in chunks. */
    public readonly ?int $length;

    /** @var array<int, int> positions of streams by part */
    private array $starts = [];

    private int $part = 0;

    private int $offset = 0;

    /** @var resource|null of the current part */
    private mixed $stream = null;

    /** @param list<string|Upload> $parts */
    private function __construct(private readonly array $parts, public readonly string $type)
    {
        $sizes = array_map($this->sizeOf(...), array_keys($parts), $parts);
        $this->length = in_array(null, $sizes, true) ? null : (int) array_sum($sizes);
    }

    public static function bytes(Upload $upload): self
    {
        return new self([$upload], $upload->type);
    }

    /**
     * Lists repeat the field; objects are JSON (OpenAPI 3.1, 4.8.14.1).
     *
     * @param array<string, mixed> $fields
     */
    public static function form(array $fields): self
    {
        $boundary = 'svc-' . bin2hex(random_bytes(16));
        $parts = [];
        foreach ($fields as $name => $value) {
            foreach (is_array($value) && array_is_list($value) ? $value : [$value] as $each) {
                array_push($parts, ...self::field($boundary, (string) $name, $each));
            }
        }
        return new self([...$parts, "--$boundary--\r\n"], "multipart/form-data; boundary=$boundary");
    }

    public function rewind(): void
    {
        [$this->part, $this->offset, $this->stream] = [0, 0, null];
    }

    /** At most `$length` bytes, '' at the end. */
    public function read(int $length): string
    {
        while ($this->part < count($this->parts)) {
            $bytes = $this->readPart($this->parts[$this->part], max(1, $length));
            if ($bytes !== '') {
                return $bytes;
            }
            [$this->part, $this->offset, $this->stream] = [$this->part + 1, 0, null];
        }
        return '';
    }

    private function readPart(string|Upload $part, int $length): string
    {
        if (is_string($part)) {
            return $this->readText($part, $length);
        }
        if ($part->path === null && is_string($part->content)) {
            return $this->readText($part->content, $length);
        }
        $this->stream ??= $this->open($part);
        $bytes = fread($this->stream, max(1, $length));
        if ($bytes === false) {
            throw new TransportException('The file of an upload cannot be read');
        }
        return $bytes;
    }

    private function readText(string $text, int $length): string
    {
        $bytes = substr($text, $this->offset, $length);
        $this->offset += strlen($bytes);
        return $bytes;
    }

    /** @return resource */
    private function open(Upload $upload): mixed
    {
        if ($upload->path !== null) {
            $file = @fopen($upload->path, 'rb');
            return $file !== false ? $file : throw new TransportException("{$upload->path} cannot be opened");
        }
        $stream = $upload->content;
        if (!is_resource($stream)) {
            throw new TransportException('The stream of an upload is closed');
        }
        if (isset($this->starts[$this->part])) {
            fseek($stream, $this->starts[$this->part]);
        }
        return $stream;
    }

    private function sizeOf(int $index, string|Upload $part): ?int
    {
        if (is_string($part)) {
            return strlen($part);
        }
        if ($part->path !== null) {
            return (int) filesize($part->path);
        }
        if (is_string($part->content)) {
            return strlen($part->content);
        }
        $start = stream_get_meta_data($part->content)['seekable'] ? ftell($part->content) : false;
        if ($start === false || fseek($part->content, 0, SEEK_END) !== 0) {
            return null;
        }
        $end = (int) ftell($part->content);
        fseek($part->content, $start);
        $this->starts[$index] = $start;
        return $end - $start;
    }

    /** @return list<string|Upload> */
    private static function field(string $boundary, string $name, mixed $value): array
    {
        if ($value === null) {
            return [];
        }
        $head = "--$boundary\r\nContent-Disposition: form-data; name=\"" . self::escape($name) . '"';
        if (!$value instanceof Upload) {
            $text = is_string($value) ? $value : Json::encode($value);
            return ["$head\r\n\r\n$text\r\n"];
        }
        $opening = "$head; filename=\"" . self::escape($value->name) . "\"\r\nContent-Type: {$value->type}\r\n\r\n";
        return [$opening, $value, "\r\n"];
    }

    /** As browsers escape names (HTML, multipart form data). */
    private static function escape(string $name): string
    {
        return str_replace(["\r", "\n", '"'], ['%0D', '%0A', '%22'], $name);
    }
}
