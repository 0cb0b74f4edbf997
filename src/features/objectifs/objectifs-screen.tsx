import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { monthStart } from '../../../schemas/dates.ts'
import { monthsOf } from '../../../schemas/rules/periods.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useNow } from '../../data/session/use-now.ts'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { useSellers } from '../../domain/personnels/use-sellers.ts'
import { objectifsText as text } from '../../text/objectifs.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { formatMonth, formatRoundMoney } from '../../ui/format/format.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './objectifs.module.css'
import { TargetFields } from './target-fields.tsx'
import { isSet, useTargets } from './use-targets.ts'

const YEAR = /^20\d{2}$/
const ALL = '*'

type Person = LocalRecord<'personnel'>
type Targets = NonNullable<ReturnType<typeof useTargets>>

const nameOf = (person: Person): string => person.NOM_COMPLET ?? person.NOM

/** The target of the month before, for everybody who has one then and none now. */
function CopyTeam({ month, sellers, targets }: { month: string; sellers: readonly Person[]; targets: Targets }) {
  const before = monthStart(`${month}-01`, -1).slice(0, 7)
  const waiting = sellers.filter(
    ({ IDPERSONNEL }) => isSet(targets.of(IDPERSONNEL, before)) && !isSet(targets.of(IDPERSONNEL, month)),
  )
  if (waiting.length === 0) return null
  const copy = async (): Promise<void> => {
    let done = 0
    for (const { IDPERSONNEL } of waiting) {
      const former = targets.of(IDPERSONNEL, before)
      const values = { MONTANT: former?.MONTANT ?? null, VENTES: former?.VENTES ?? null }
      if (await targets.write(IDPERSONNEL, month, values)) done += 1
    }
    if (done > 0) notices.success(text.teamCopied(done, formatMonth(`${month}-01`)))
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
      {text.copyTeam(formatMonth(`${before}-01`), formatMonth(`${month}-01`), waiting.length)}
    </Button>
  )
}

function Team({ year, sellers, targets }: { year: string; sellers: readonly Person[]; targets: Targets }) {
  const months = monthsOf({ from: `${year}-01-01`, to: `${year}-12-31` })
  return (
    <ul className={`surface ${styles.team}`} aria-label={text.team}>
      {sellers.map((person) => {
        const all = months.map((month) => targets.of(person.IDPERSONNEL, month))
        const amount = all.reduce((sum, one) => sum + (one?.MONTANT ?? 0), 0)
        const sales = all.reduce((sum, one) => sum + (one?.VENTES ?? 0), 0)
        return (
          <li key={person.IDPERSONNEL} className={styles.person}>
            <PersonAvatar person={person} />
            <div className={styles.words}>
              <RowLink href={paths.objectifs.href({ personne: person.IDPERSONNEL, annee: year })}>
                {nameOf(person)}
              </RowLink>
              <div className={styles.facts}>{text.months(all.filter(isSet).length)}</div>
            </div>
            <span className={styles.sum}>
              {amount > 0 ? formatRoundMoney(amount) : null}
              {sales > 0 ? <span className={styles.facts}>{text.sales(sales)}</span> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** « Objectifs » (MGR-05): what each person is asked to sell, a year at once; directors set it, also without a network. */
export function ObjectifsScreen() {
  const [query, setQuery] = useQuery()
  const today = useNow().slice(0, 10)
  const sellers = useSellers()
  const targets = useTargets()
  const year = YEAR.test(query.annee ?? '') ? (query.annee ?? '') : today.slice(0, 4)
  const person = sellers?.find(({ IDPERSONNEL }) => IDPERSONNEL === query.personne)
  const go = (by: number): void => setQuery({ annee: String(Number(year) + by) })
  // A month to come is copied from its own row; the team's button is about the month that runs, or January of another year.
  const month = year === today.slice(0, 4) ? today.slice(0, 7) : `${year}-01`
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} back={managerHref(managerRoute('classement'))} />
      <div className={styles.toolbar}>
        <Select
          size="md"
          className={styles.choice ?? ''}
          aria-label={text.person}
          allowDeselect={false}
          searchable
          value={person?.IDPERSONNEL ?? ALL}
          onChange={(next) => setQuery({ personne: next === ALL ? undefined : (next ?? undefined) })}
          data={[
            { value: ALL, label: text.everybody },
            ...(sellers ?? []).map((one) => ({ value: one.IDPERSONNEL, label: nameOf(one) })),
          ]}
        />
        <div className={styles.year}>
          <ActionIcon variant="default" size={44} aria-label={text.before} onClick={() => go(-1)}>
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <span aria-live="polite">{text.year(year)}</span>
          <ActionIcon variant="default" size={44} aria-label={text.after} onClick={() => go(1)}>
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
        </div>
        {sellers && targets && !person ? <CopyTeam month={month} sellers={sellers} targets={targets} /> : null}
      </div>
      {sellers?.length === 0 ? <EmptyState text={text.none} /> : null}
      {sellers && targets && sellers.length > 0 ? (
        person ? (
          <TargetFields
            person={person}
            months={monthsOf({ from: `${year}-01-01`, to: `${year}-12-31` })}
            targets={targets}
          />
        ) : (
          <Team year={year} sellers={sellers} targets={targets} />
        )
      ) : null}
      <p className={styles.note}>{text.note}</p>
    </>
  )
}
