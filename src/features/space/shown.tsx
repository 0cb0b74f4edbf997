import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText as text } from '../../text/space.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import type { Seeing } from './use-seen.ts'

const SAID = { missing: text.missing, offline: text.notSeen, failed: text.failed } as const

function Kept({ at }: { at: number }) {
  const zone = useZone()
  return (
    <p className={styles.notice} role="status">
      {text.kept(formatDateTime(wallClock(new Date(at), zone)))}
    </p>
  )
}

interface ShownProps<T> {
  reading: Seeing<T>
  /** Title of the page while there is nothing to show, where `children` are a page of their own. */
  title?: string
  children: (data: T) => ReactNode
}

/** The loaded content, or a sentence that says why there is none. */
export function Shown<T>({ reading, title, children }: ShownProps<T>) {
  const { data, at, state } = reading
  if (data === undefined) {
    const nothing = <Nothing reading={reading} />
    return title === undefined ? nothing : <SpacePage title={title}>{nothing}</SpacePage>
  }
  return (
    <>
      {state === 'kept' && at !== null ? <Kept at={at} /> : null}
      {children(data)}
    </>
  )
}

/** In place of what could not be read: why, and a button that asks again. */
export function Nothing({ reading: { state, again } }: { reading: Pick<Seeing<unknown>, 'state' | 'again'> }) {
  if (state === 'missing' || state === 'offline' || state === 'failed') {
    return (
      <div className={styles.card}>
        <p role="alert">{SAID[state]}</p>
        {state === 'missing' ? null : (
          <Button variant="default" onClick={again}>
            {text.retry}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.card} role="status" aria-label={text.loading}>
      <Skeleton height={24} width="60%" />
      <Skeleton height={18} />
      <Skeleton height={18} width="80%" />
    </div>
  )
}
