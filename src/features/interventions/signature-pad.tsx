import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { type PointerEvent, type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { worksText as text } from '../../text/works.ts'
import styles from './sign.module.css'
import {
  assertMayExport,
  EMPTY,
  isEmpty,
  type PenPoint,
  type Signature,
  type Stroke,
  segmentsOf,
  toSvg,
  typedAt,
  withPoint,
} from './signature-strokes.ts'

export interface SignaturePadHandle {
  /** @throws AppError for an empty pad, or a type other than png, jpeg and svg (INT-01) */
  toImage: (type: string) => Promise<Uint8Array>
}

const INK = '#10151b'
const PAPER = '#ffffff'

function draw(canvas: HTMLCanvasElement, signature: Signature, paper: string | null): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas.getBoundingClientRect()
  const scale = canvas.width / Math.max(1, width)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (paper !== null) {
    context.fillStyle = paper
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.lineCap = 'round'
  context.strokeStyle = INK
  for (const { from, control, to, width: pen } of signature.strokes.flatMap(segmentsOf)) {
    context.lineWidth = pen
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.quadraticCurveTo(control.x, control.y, to.x, to.y)
    context.stroke()
  }
  if (signature.typed === null) return
  const place = typedAt(signature.typed, { width, height })
  context.fillStyle = INK
  context.textAlign = 'center'
  context.font = `italic ${place.size}px "Inter Variable", sans-serif`
  context.fillText(signature.typed, place.x, place.y)
}

/** Where the customer signs: by finger, stylet or mouse; who cannot draw signs with the name written above. */
export function SignaturePad({
  ref,
  name,
  error,
  onSigned,
}: {
  ref: Ref<SignaturePadHandle>
  /** The name in the form, for « Signer avec le nom saisi ». */
  name: string
  error: string | null
  /** Something stands on the pad now, or nothing any more. */
  onSigned: (signed: boolean) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const signature = useRef<Signature>(EMPTY)
  const current = useRef<Stroke | null>(null)
  const told = useRef(onSigned)
  told.current = onSigned

  const show = useCallback((next: Signature): void => {
    signature.current = next
    if (canvas.current) draw(canvas.current, next, null)
    told.current(!isEmpty(next))
  }, [])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // Turned, or resized: as many pixels as the screen has, and the same strokes.
    const fit = (): void => {
      const { width, height } = element.getBoundingClientRect()
      const scale = Math.max(2, window.devicePixelRatio || 1)
      element.width = Math.round(width * scale)
      element.height = Math.round(height * scale)
      draw(element, signature.current, null)
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(ref, () => ({
    toImage: async (type) => {
      assertMayExport(signature.current, type)
      const element = canvas.current
      if (!element) throw new Error('no pad')
      const { width, height } = element.getBoundingClientRect()
      if (type === 'image/svg+xml') return new TextEncoder().encode(toSvg(signature.current, { width, height }))
      // JPEG has no transparency.
      draw(element, signature.current, type === 'image/jpeg' ? PAPER : null)
      const image = await new Promise<Blob | null>((resolve) => element.toBlob(resolve, type, 0.9))
      draw(element, signature.current, null)
      if (!image) throw new Error('no image of the signature')
      return new Uint8Array(await image.arrayBuffer())
    },
  }))

  const pointOf = (event: { clientX: number; clientY: number; timeStamp: number }): PenPoint => {
    const box = canvas.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0), at: event.timeStamp }
  }
  const finished = useRef<readonly Stroke[]>([])
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0 || current.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    finished.current = signature.current.strokes
    current.current = [pointOf(event)]
  }
  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!current.current) return
    current.current = withPoint(current.current, pointOf(event))
    show({ strokes: [...finished.current, current.current], typed: null })
  }
  const end = (): void => {
    current.current = null
  }

  return (
    <div>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-label={text.pad}
        aria-describedby="pad-hint"
        data-invalid={error !== null || undefined}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <p
        id="pad-hint"
        className={error === null ? styles.hint : styles.error}
        role={error === null ? undefined : 'alert'}
      >
        {error ?? text.padHint}
      </p>
      <div className={styles.padActions}>
        <Button
          variant="subtle"
          color="ardoise"
          leftSection={<IconEraser size={18} aria-hidden />}
          onClick={() => show(EMPTY)}
        >
          {text.clear}
        </Button>
        <Button
          variant="subtle"
          color="ardoise"
          disabled={name.trim() === ''}
          onClick={() => show({ strokes: [], typed: name.trim() })}
        >
          {text.typeName}
        </Button>
      </div>
    </div>
  )
}
