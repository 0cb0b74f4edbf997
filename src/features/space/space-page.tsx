import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useCompany } from '../../data/session/session.tsx'
import { appText } from '../../text/app.ts'
import { useStepHeading } from '../../ui/page/use-step-heading.ts'
import styles from './space.module.css'

/** Keeps a quote's number in one line: « D-2026-00074 » must not be broken. */
function Words({ title }: { title: string }) {
  return title.split(/(\S+-\d+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.number}>
        {part}
      </span>
    ),
  )
}

/** One screen: its title, then its content. */
export function SpacePage({
  title,
  subtitle,
  step,
  headed = false,
  children,
}: {
  title: string
  subtitle?: ReactNode
  /** The step that the screen shows: a new step starts at its top, and a screen reader announces it. */
  step?: string
  /** The page's header shows the title. */
  headed?: boolean
  children: ReactNode
}) {
  const company = useCompany()
  const heading = useStepHeading(step)
  useEffect(() => {
    document.title = `${title} · ${company?.NOM ?? appText.name}`
  }, [title, company])
  return (
    <div className={styles.page}>
      {headed ? null : (
        <div>
          <Title order={1} ref={heading} tabIndex={-1} className={styles.title ?? ''}>
            <Words title={title} />
          </Title>
          {subtitle === undefined ? null : <div className={styles.subtitle}>{subtitle}</div>}
        </div>
      )}
      {children}
    </div>
  )
}

/** A part of a screen with its own title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}
