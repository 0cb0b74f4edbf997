import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import Pad, { type PointGroup } from 'signature_pad'
import { interventionsText as text } from '../../text/interventions.ts'
import styles from './signature.module.css'
import { assertMayExport, isEmpty, PEN, type Size, scaled, shrinkOf, typedAt, typedSvg } from './signature.ts'

export interface SignaturePadHandle {
  /** @throws AppError for an empty pad, or a type other than png, jpeg and svg (INT-01) */
  toImage: (type: string) => Promise<Uint8Array>
  /** What is on the pad, as JSON: a draft keeps it. */
  drawing: () => Drawing
  /** Puts it on the pad again. */
  show: (drawing: Drawing) => void
}

const PAPER = '#ffffff'
/** Pixels of the picture for each pixel of the pad: it is printed in the PV, even when the screen has a low resolution. */
const SHARP = 2

/** Strokes of a pen, in pixels of the pad on which they were made, or a typed name. */
export interface Drawing {
  strokes: PointGroup[]
  typed: string | null
  /** The size of that pad; drafts of former versions have none and are shown as they are. */
  size?: Size
}

interface Sheet extends Size {
  /** Pixels for each CSS pixel. */
  scale: number
  paper?: string
}

/** Puts a drawing on a canvas of that size. @returns the pad that drew it */
function draw(
  canvas: HTMLCanvasElement,
  drawing: Drawing,
  { width, height, scale, paper = 'rgba(0,0,0,0)' }: Sheet,
): Pad {
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pad = new Pad(canvas, { ...PEN, backgroundColor: paper })
  pad.off()
  fill(canvas, pad, drawing, { width, height, scale })
  return pad
}

/** @returns the factor at which the strokes were drawn: smaller than 1 where the canvas is narrower than the pad on which they were made */
function fill(
  canvas: HTMLCanvasElement,
  pad: Pad,
  { strokes, typed, size }: Drawing,
  { width, height, scale }: Sheet,
): number {
  const context = canvas.getContext('2d')
  context?.setTransform(scale, 0, 0, scale, 0, 0)
  const factor = shrinkOf(strokes, size, { width, height })
  pad.fromData(scaled(strokes, factor))
  if (typed === null || !context) return factor
  const place = typedAt(typed, { width, height })
  context.fillStyle = PEN.penColor
  context.textAlign = 'center'
  context.font = `italic ${place.size}px "Inter Variable", sans-serif`
  context.fillText(typed, place.x, place.y)
  return factor
}

async function imageOf(drawing: Drawing, type: string, size: Size): Promise<Uint8Array> {
  const canvas = document.createElement('canvas')
  if (type === 'image/svg+xml') {
    // The library divides the canvas's size by the screen's scale: so the canvas is scaled by it first.
    const pad = draw(canvas, drawing, { ...size, scale: Math.max(1, window.devicePixelRatio || 1) })
    return new TextEncoder().encode(drawing.typed === null ? pad.toSVG() : typedSvg(drawing.typed, size))
  }
  // JPEG has no transparency: the background is painted.
  draw(canvas, drawing, { ...size, scale: SHARP, ...(type === 'image/jpeg' ? { paper: PAPER } : {}) })
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!image) throw new Error('no image of the signature')
  return new Uint8Array(await image.arrayBuffer())
}

/** The pad on which somebody signs: by finger, stylet or mouse; a person who cannot draw signs with the name typed above. */
export function SignaturePad({
  ref,
  label,
  name,
  error,
  onSigned,
}: {
  ref: Ref<SignaturePadHandle>
  label: string
  /** The name in the form, for « Signer avec le nom saisi ». */
  name: string
  error: string | null
  /** Called after each stroke, and when the pad is filled or cleared. */
  onSigned: (signed: boolean) => void
}) {
  const hint = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const typed = useRef<string>(null)
  const told = useRef(onSigned)
  told.current = onSigned

  /** At which factor the pad shows its strokes. They are kept as they were made: turning the phone back restores their size. */
  const factor = useRef(1)
  const madeOn = useRef<Size | undefined>(undefined)
  const held = useRef(
    (): Drawing => ({
      strokes: scaled(pad.current?.toData() ?? [], 1 / factor.current),
      typed: typed.current,
      ...(madeOn.current ? { size: madeOn.current } : {}),
    }),
  )
  const show = useRef((next: Drawing): void => {
    const element = canvas.current
    if (!element || !pad.current) return
    const { width, height } = element.getBoundingClientRect()
    const scale = Math.max(1, window.devicePixelRatio || 1)
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
    typed.current = next.typed
    madeOn.current = next.size
    factor.current = fill(element, pad.current, next, { width, height, scale })
    told.current(!isEmpty(next))
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // A pen on the pad removes the typed name. This listener runs before the library's: clearing the pad would end its stroke.
    const untype = (): void => {
      if (typed.current !== null) show.current({ strokes: [], typed: null })
    }
    element.addEventListener('pointerdown', untype)
    const made = new Pad(element, PEN)
    pad.current = made
    made.addEventListener('endStroke', () => {
      const { width, height } = element.getBoundingClientRect()
      madeOn.current = {
        width: Math.max(madeOn.current?.width ?? 0, width / factor.current),
        height: Math.max(madeOn.current?.height ?? 0, height / factor.current),
      }
      told.current(!isEmpty({ strokes: made.toData(), typed: null }))
    })
    // After a rotation or a resize: as many pixels as the screen has, with the same strokes, smaller where they would be cut.
    const observer = new ResizeObserver(() => show.current(held.current()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.removeEventListener('pointerdown', untype)
      made.off()
      pad.current = null
    }
  }, [])

  useImperativeHandle(ref, () => ({
    toImage: async (type) => {
      const drawing = held.current()
      assertMayExport(drawing, type)
      if (!canvas.current) throw new Error('no pad')
      const { width, height } = canvas.current.getBoundingClientRect()
      return imageOf(drawing, type, { width, height })
    },
    drawing: () => held.current(),
    show: (next) => show.current(next),
  }))

  return (
    <div>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-label={label}
        aria-describedby={hint}
        data-invalid={error !== null || undefined}
      />
      <p id={hint} className={error === null ? styles.hint : styles.error} role={error === null ? undefined : 'alert'}>
        {error ?? text.padHint}
      </p>
      <div className={styles.padActions}>
        <Button
          variant="subtle"
          color="ardoise"
          leftSection={<IconEraser size={18} aria-hidden />}
          onClick={() => show.current({ strokes: [], typed: null })}
        >
          {text.clear}
        </Button>
        <Button
          variant="subtle"
          color="ardoise"
          disabled={name.trim() === ''}
          onClick={() => show.current({ strokes: [], typed: name.trim() })}
        >
          {text.typeName}
        </Button>
      </div>
    </div>
  )
}
