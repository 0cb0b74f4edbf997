import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '../../data/session/use-now.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { projetsText } from '../../text/projets.ts'
import { longDayOf, shortDayOf } from '../../ui/format/day-of.ts'
import { formatTime } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import type { NextStep } from './next-step.ts'
import styles from './projet.module.css'
import { stepLink } from './step-link.ts'

export interface NextStepCardProps {
  step: NextStep | null
  idProjet: string
  /** Name of the quote that the step is about. */
  quoteLabel: string
  onPlan: (() => void) | null
  phoneHref: string | null
}

/** The next step of the project, with a button for whoever may do it: others read who does. */
export function NextStepCard({ step, idProjet, quoteLabel, onPlan, phoneHref }: NextStepCardProps) {
  const words = projetsText.steps
  const staff = useStaff()
  const now = useNow()
  const when = (at: string): string => `${shortDayOf(at, now)} à ${formatTime(at)}`
  const card = (title: string, text: string, action: ReactNode) => (
    <section className={styles.next} aria-label={projetsText.next}>
      <div>
        <p className={styles.nextKicker}>{projetsText.next}</p>
        <p className={styles.nextTitle}>{title}</p>
        <p className={styles.nextText}>{text}</p>
      </div>
      {action}
    </section>
  )
  const open = (href: string, label: string) => (
    <Button component={Link} {...hrefProps(href)} size="md" rightSection={<IconChevronRight size={18} />}>
      {label}
    </Button>
  )
  const mine = step && step.kind !== 'plan' && step.kind !== 'call' ? stepLink(step, idProjet, staff) : null
  /** Its page, or who has to do it. */
  const linked = (title: string, text: string, label: string, others = '') =>
    card(title, mine === null ? others : text, mine === null ? null : open(mine, label))
  const plan = onPlan ? (
    <Button size="md" onClick={onPlan} rightSection={<IconChevronRight size={18} />}>
      {words.plan.title}
    </Button>
  ) : null

  switch (step?.kind) {
    case undefined:
      return null
    case 'assign':
      return linked(words.assign.title, words.assign.text, words.assign.title, words.assign.others)
    case 'plan':
      return card(words.plan.title, onPlan ? words.plan.text : words.plan.others, plan)
    case 'call':
      return card(
        words.call.title(longDayOf(step.day, now), step.time),
        words.call.text,
        phoneHref ? (
          <Button component="a" href={phoneHref} size="md">
            {words.call.action}
          </Button>
        ) : (
          plan
        ),
      )
    case 'debrief':
      return linked(
        words.debrief.title,
        words.debrief.text(when(step.at)),
        words.debrief.title,
        words.debrief.others(when(step.at)),
      )
    case 'upcoming':
      return linked(words.upcoming.title, words.upcoming.text(when(step.at)), words.open)
    case 'quote':
      return linked(words.quote.title, words.quote.text, words.quote.title, words.quote.others)
    case 'signQuote':
      return linked(words.signQuote.title, words.signQuote.text(quoteLabel, when(step.at)), words.open)
    case 'sendQuote':
    case 'followQuote':
      return linked(words[step.kind].title, words[step.kind].text(quoteLabel), words.open)
    case 'intervention':
      return linked(
        words.intervention.title,
        words.intervention.text,
        words.intervention.action,
        words.intervention.others,
      )
    case 'reprise':
      return linked(
        words.reprise.title,
        words.reprise.text(when(step.at)),
        words.reprise.title,
        words.reprise.others(when(step.at)),
      )
    case 'works':
    case 'feedback':
      return linked(words[step.kind].title, words[step.kind].text(when(step.at)), words.open)
  }
}
