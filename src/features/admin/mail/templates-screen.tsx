import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, PLATFORM, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'
import { OwnTemplate, type Template, TemplateAnswer } from './template.ts'

const BY = { sortBy: 'code', sortDesc: false }

/** `/admin/mailtemplates`: the default texts, or a company's own that replace them. */
export function TemplatesScreen() {
  const choice = useCompanyChoice({ platform: true })
  return (
    <>
      <PageHeader title={adminText.entries.mailTemplates} subtitle={text.templatesIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} platform />
      </div>
      <LoadedView loaded={choice.companies}>{() => <Templates chosen={choice.chosen} />}</LoadedView>
    </>
  )
}

function Templates({ chosen }: { chosen: string | null }) {
  const companyId = chosen === null || chosen === PLATFORM ? null : chosen
  const own = useLoad(`own ${companyId}`, async (signal) =>
    companyId === null
      ? []
      : (await adminApi.list('/admin/mailtemplatescustomer', OwnTemplate, { query: companyQuery(companyId), signal }))
          .data,
  )
  const ownOf = (code: string): OwnTemplate | undefined => own.data?.find((one) => one.code === code)
  const columns: readonly Column<Template>[] = [
    { name: 'code', label: text.mail, value: ({ code }) => text.codes[code] ?? code },
    { name: 'subject', label: text.subject, value: ({ code, subject }) => ownOf(code)?.subject ?? subject },
    {
      name: 'id',
      label: text.words,
      sortable: false,
      value: ({ code }) =>
        ownOf(code) ? (
          <StateChip size="sm" label={text.ownWords} color="green" />
        ) : (
          <StateChip size="sm" label={text.defaultWords} color="grey" />
        ),
    },
  ]
  const listing = useListing({ path: '/admin/mailtemplates', row: TemplateAnswer, columns, by: BY })
  return (
    <ListingView
      listing={listing}
      label={adminText.entries.mailTemplates}
      columns={columns}
      keyOf={({ id }) => id}
      empty={text.noTemplate}
      href={({ id }) => adminPaths.mailTemplate.href(id, companyId ?? undefined)}
    />
  )
}
