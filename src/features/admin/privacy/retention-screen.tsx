import { periodText } from '../../../../schemas/retention.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { privacyText as text } from '../../../text/admin/privacy.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { at } from '../overview/instants.ts'
import { RetentionLine } from './answers.ts'
import { PlainList } from './plain-list.tsx'

/** `/admin/retention`: how long each kind is kept and why, and how many records the daily job removed. */
export function RetentionScreen() {
  const choice = useCompanyChoice({ platform: true })
  return (
    <>
      <PageHeader title={text.retention} subtitle={text.retentionIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} platform />
      </div>
      <LoadedView loaded={choice.companies}>
        {() => (
          <PlainList
            label={text.retention}
            path="/admin/retention"
            query={companyQuery(choice.chosen)}
            row={RetentionLine}
            keyOf={({ kind }) => kind}
            columns={[
              { name: 'title', label: text.kind, value: ({ title }) => title },
              { name: 'days', label: text.period, value: ({ days, from }) => text.periodFrom(periodText(days), from) },
              { name: 'action', label: text.action, value: ({ action }) => text.actions[action] },
              {
                name: 'ran_at',
                label: text.lastRun,
                value: ({ ran_at }) => (ran_at === null ? text.never : at(ran_at)),
              },
              {
                name: 'removed',
                label: text.removed,
                value: ({ removed, total }) =>
                  removed === null ? text.never : text.removedOf(formatCount(removed), formatCount(total ?? removed)),
              },
              { name: 'why', label: text.why, value: ({ why, source, sure }) => text.reason(why, source, sure) },
            ]}
          />
        )}
      </LoadedView>
    </>
  )
}
