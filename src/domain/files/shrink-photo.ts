import { AppError } from '../../../schemas/errors.ts'
import { filesText } from '../../text/files.ts'

/** The most bytes of a queued photo: 12 megapixels are reduced to this. */
export const PHOTO_BYTES = 500 * 1024
/** Longer side, in pixels: enough to read a label on a window frame. */
const LONGEST = 2000
const QUALITIES = [0.82, 0.7, 0.58, 0.46]
const SMALLER = 0.75
const SMALLEST = 320

export interface Size {
  width: number
  height: number
}

/** The size in which a picture is kept; one that is small enough keeps its own. Pure. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** In which order sizes and qualities are tried until one is small enough. Pure. */
export function* attempts(picture: Size): Generator<Size & { quality: number }> {
  for (let longest = LONGEST; ; longest = Math.round(longest * SMALLER)) {
    const size = fitWithin(picture, longest)
    for (const quality of QUALITIES) yield { ...size, quality }
    if (longest <= SMALLEST) return
  }
}

/**
 * A photo made small enough to queue: JPEG, upright as it was taken (the EXIF orientation is applied), without any metadata, so that neither
 * place nor device leaves the phone. @throws AppError UNSUPPORTED_MEDIA_TYPE for what this browser cannot decode
 */
export async function shrinkPhoto(file: Blob): Promise<Uint8Array> {
  const picture = await uprightPicture(file)
  try {
    let lightest: Blob | undefined
    for (const { width, height, quality } of attempts(picture)) {
      lightest = await encode(picture, { width, height }, quality)
      if (lightest.size <= PHOTO_BYTES) break
    }
    if (!lightest) throw new AppError('UNSUPPORTED_MEDIA_TYPE', filesText.notAPhoto)
    return new Uint8Array(await lightest.arrayBuffer())
  } finally {
    picture.close()
  }
}

/** Side of a portrait, in pixels. */
const PORTRAIT = 256

/** The square in the middle of a picture. Pure. */
export function middleSquare({ width, height }: Size): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** Somebody's photo: the middle of the picture, some ten kilobytes, upright and without any metadata. @throws AppError as `shrinkPhoto` */
export async function portraitOf(file: Blob): Promise<Blob> {
  const picture = await uprightPicture(file)
  try {
    const { x, y, side } = middleSquare(picture)
    const square = await createImageBitmap(picture, x, y, side, side)
    return await encode(square, { width: PORTRAIT, height: PORTRAIT }, 0.82)
  } finally {
    picture.close()
  }
}

/** Longer side of a small photo, in pixels, and its most bytes: what the server keeps beside an article. */
const SMALL = 800
const SMALL_BYTES = 200 * 1024

/** A whole picture, small: upright and without any metadata. @throws AppError as `shrinkPhoto` */
export async function smallPhotoOf(file: Blob): Promise<Blob> {
  const picture = await uprightPicture(file)
  try {
    let lightest: Blob | undefined
    for (const quality of QUALITIES) {
      lightest = await encode(picture, fitWithin(picture, SMALL), quality)
      if (lightest.size <= SMALL_BYTES) break
    }
    if (!lightest) throw new AppError('UNSUPPORTED_MEDIA_TYPE', filesText.notAPhoto)
    return lightest
  } finally {
    picture.close()
  }
}

const uprightPicture = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', filesText.notAPhoto, { cause })
  })

async function encode(picture: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('UNSUPPORTED_MEDIA_TYPE', filesText.notAPhoto)
  // JPEG has no transparency: transparent parts become white.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
