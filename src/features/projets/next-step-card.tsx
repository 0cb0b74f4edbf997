import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projetsText } from '../../text/projets.ts'
import { formatLongDay, formatShortDay, formatTime } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import type { NextStep } from './next-step.ts'
import styles from './projet.module.css'

const when = (at: string): string => `${formatShortDay(at)} à ${formatTime(at)}`

export interface NextStepCardProps {
  step: NextStep | null
  idProjet: string
  /** Name of the quote that the step is about. */
  quoteLabel: string
  onPlan: (() => void) | null
  phoneHref: string | null
}

/** The next step of the project, with a button for it. */
export function NextStepCard({ step, idProjet, quoteLabel, onPlan, phoneHref }: NextStepCardProps) {
  const words = projetsText.steps
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
  const plan = onPlan ? (
    <Button size="md" onClick={onPlan} rightSection={<IconChevronRight size={18} />}>
      {words.plan.title}
    </Button>
  ) : null

  switch (step?.kind) {
    case undefined:
      return null
    case 'assign':
      return card(
        words.assign.title,
        words.assign.text,
        open(paths.resource.edit('projet', idProjet), words.assign.title),
      )
    case 'plan':
      return card(words.plan.title, words.plan.text, plan)
    case 'call':
      return card(
        words.call.title(formatLongDay(step.day), step.time),
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
      return card(
        words.debrief.title,
        words.debrief.text(when(step.at)),
        open(paths.debrief.href(step.idRdv), words.debrief.title),
      )
    case 'upcoming':
      return card(
        words.upcoming.title,
        words.upcoming.text(when(step.at)),
        open(paths.resource.view('rdv', step.idRdv), 'Ouvrir'),
      )
    case 'quote':
      return card(
        words.quote.title,
        words.quote.text,
        open(paths.resource.create('devis', { IDPROJET: idProjet, tarifs: '1' }), words.quote.title),
      )
    case 'signQuote':
      return card(
        words.signQuote.title,
        words.signQuote.text(quoteLabel, when(step.at)),
        open(paths.resource.view('devis', step.idDevis), 'Ouvrir'),
      )
    case 'sendQuote':
    case 'followQuote':
      return card(
        words[step.kind].title,
        words[step.kind].text(quoteLabel),
        open(paths.resource.view('devis', step.idDevis), 'Ouvrir'),
      )
    case 'intervention':
      return card(
        words.intervention.title,
        words.intervention.text,
        open(paths.resource.create('intervention', { IDPROJET: idProjet }), 'Planifier'),
      )
    case 'works':
    case 'feedback':
      return card(
        words[step.kind].title,
        words[step.kind].text(when(step.at)),
        open(paths.resource.view('intervention', step.idIntervention), 'Ouvrir'),
      )
  }
}
