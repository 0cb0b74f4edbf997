import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { rateOf } from '../../../schemas/rules/conversion.ts'
import type { Period } from '../../../schemas/rules/periods.ts'
import { targetOf, targetsByMonth } from '../../../schemas/rules/targets.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRankedPeople } from '../../data/records/use-ranked-people.ts'
import { useRankingFigures } from '../../data/records/use-ranking-figures.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatCount, formatPercent, formatRoundMoney } from '../../ui/format/format.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'
import styles from './dashboard.module.css'
import { MonthChart } from './month-chart.tsx'
import { doneCount, heldCount, lastMonths, monthTotals } from './month-stats.ts'

const MONTHS = 6
const RANKING = managerHref(managerRoute('classement'))

/**
 * Signed amounts by month: mine, or the whole team's for a director; null for people who do not sell. From the ranking's figures, and not from the quotes of
 * this device: it lacks those of a project that was handed over, of a customer who was erased, and of agencies that a director does not see.
 */
function useTotals(today: string, wait: boolean) {
  const { account, company } = useSession()
  const sells = account.roles.includes('commercial')
  const leads = account.roles.includes('commercial_director')
  const months = useMemo(() => lastMonths(today, MONTHS), [today])
  const asked = sells || leads
  const figures = useRankingFigures()
  const people = useRankedPeople(wait || !asked)
  return useMemo(() => {
    if (!asked) return null
    if (!figures || !people) return undefined
    return monthTotals({ months, days: figures.days, people, company: company.id, only: leads ? null : account.id })
  }, [asked, leads, figures, people, months, account.id, company.id])
}

/** @param href the screen that the figure is of, with the lists behind it */
function Figure({ value, label, href }: { value: string; label: string; href?: string }) {
  const words = (
    <>
      <span className={styles.figureValue}>{value}</span>
      <span className={styles.figureLabel}>{label}</span>
    </>
  )
  if (href === undefined) return <div className={styles.figure}>{words}</div>
  return (
    <Link to={href} className={`${styles.figure} ${styles.figureLink}`}>
      {words}
    </Link>
  )
}

/** How much of my target of this month I have reached; nothing without one. */
function TargetFigure({ current, today }: { current: { net: number; sales: number }; today: string }) {
  const { account } = useSession()
  const targets = useLiveList('objectif', {})
  const own = targets && targetOf(targetsByMonth(targets), account.id, today.slice(0, 7))
  const amount = own?.MONTANT == null ? null : rateOf(Math.max(0, current.net), own.MONTANT)
  const sales = own?.VENTES == null ? null : rateOf(current.sales, own.VENTES)
  const rate = amount ?? sales
  if (rate === null) return null
  const label =
    amount === null ? text.targetSales(own?.VENTES ?? 0) : text.targetAmount(formatRoundMoney(own?.MONTANT ?? 0))
  return <Figure value={formatPercent(rate / 100)} label={label} href={RANKING} />
}

/** How many works I have finalised in this month; undefined until it is counted, and for who does none. */
function useDone(month: Period, wait: boolean): number | undefined {
  const { account } = useSession()
  const zone = useZone()
  const asked = !wait && account.roles.includes('technician')
  // An instant sorts after its day in UTC; one day earlier covers every time zone. '' is the key of those that are not finalised well.
  const good = useLiveList(
    'intervention',
    asked ? { selector: { CLE_RETOUR: { $gte: addDays(month.from, -1) } } } : null,
  )
  const bad = useLiveList('intervention', asked ? { selector: { CLE_RETOUR: '', FEEDBACK: 'mauvais' } } : null)
  return good && bad && doneCount([...good, ...bad], { me: account.id, zone, period: month })
}

/** « Mon mois »: net signed amount (MGR-05's rule), quotes signed, appointments held. Computed after the first screen is shown. */
export function MonthSection({ now }: { now: string }) {
  const { account } = useSession()
  const idle = useIdle()
  const today = now.slice(0, 10)
  const totals = useTotals(today, !idle)
  const month = lastMonths(today, 1)[0] ?? { from: today, to: today }
  const range = { RDV_DEBUT: { $gte: `${month.from} 00:00`, $lte: now } }
  // The query depends on the day, not on the minute: it need not run again each minute.
  const query = idle ? { selector: { RDV_DEBUT: { ...range.RDV_DEBUT, $lte: `${today} 23:59` } } } : null
  const rdvs = useLiveList('rdv', query)
  const done = useDone(month, !idle)
  const current = totals?.at(-1)
  const held = rdvs && heldCount(rdvs, { me: account.id, now, period: month })
  const leads = account.roles.includes('commercial_director')
  const title = leads ? text.teamMonth : text.month
  return (
    <section className={`surface ${styles.card}`} aria-label={title}>
      <h2 className={styles.cardTitle}>{title}</h2>
      <div className={styles.figures} aria-busy={held === undefined}>
        {current ? <Figure value={formatRoundMoney(current.net)} label={text.signed} href={RANKING} /> : null}
        {current ? (
          <Figure value={formatCount(current.signed)} label={text.quotes(current.signed)} href={RANKING} />
        ) : null}
        {current && !leads ? <TargetFigure current={current} today={today} /> : null}
        {held === undefined ? null : (
          <Figure value={formatCount(held)} label={leads ? text.heldMine(held) : text.held(held)} />
        )}
        {done === undefined ? null : <Figure value={formatCount(done)} label={text.works(done)} />}
      </div>
      {totals?.some(({ net }) => net !== 0) ? <MonthChart totals={totals} /> : null}
    </section>
  )
}
