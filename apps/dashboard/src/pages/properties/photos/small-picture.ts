/** The width of the tiles in the form. */
const WIDTH = 320;
const QUALITY = 0.6;

/**
 * A small version of an image as a data URL; undefined for a file that the browser cannot show. The file itself would take the memory of
 * all its pixels, and the policy of the page allows no URL of it.
 */
export async function smallPicture(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'medium' }).catch(
    () => undefined,
  );
  if (!bitmap) return undefined;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // Transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
