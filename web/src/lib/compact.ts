// Data as a short text for a link: JSON, compressed, in letters that need no escaping.

/** The longest text that is read, and the most bytes that it may hold: links come from anybody. */
const LONGEST = 30_000;
const MOST_BYTES = 300_000;

export async function compact(data: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The data of a compact text; fails with an error if it is none. */
export async function expand(text: string): Promise<unknown> {
  if (text.length > LONGEST) throw new RangeError('The text is too long.');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  let [size, json] = [0, ''];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(json + decoder.decode());
    size += value.length;
    if (size > MOST_BYTES) {
      void reader.cancel();
      throw new RangeError('The text holds too much.');
    }
    json += decoder.decode(value, { stream: true });
  }
}
