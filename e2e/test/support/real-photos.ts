import sharp from 'sharp';

/** Puts photos as cameras make them, of about 60 to 330 kB, on the file server; returns their addresses. */
export async function placeRealPhotos(filesUrl: string, count: number): Promise<string[]> {
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = `${filesUrl}/files/real-${String(index)}.jpg`;
    const body = new Uint8Array(await photo(360 + 25 * index));
    const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body });
    if (!answer.ok) throw new Error(`${url}: ${String(answer.status)}`);
    urls.push(url);
  }
  return urls;
}

/** Noise does not compress, like leaves and gravel. */
function photo(width: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = {
    width,
    height: Math.round(width * 0.75),
    channels: 3,
    background: 'white',
    noise,
  } as const;
  return sharp({ create }).jpeg({ quality: 85 }).toBuffer();
}
