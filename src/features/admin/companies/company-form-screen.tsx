import { useParams } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import * as Type from 'typebox'
import { DEFAULT_ZONE } from '../../../../schemas/dates.ts'
import { PAPERS } from '../../../../schemas/public-company.ts'
import { RAPPEL_HEURE } from '../../../../schemas/rules/annonces.ts'
import { type Company, CompanyAnswer, company } from '../../../domain/company/company-entity.ts'
import { BesidePreview, LookPictures } from '../../../domain/company/company-look.tsx'
import { usePictures } from '../../../domain/company/use-pictures.ts'
import { asEntity } from '../../../domain/online/answers.ts'
import { EntityFields } from '../../../domain/online/entity-fields.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { useOnlineForm } from '../../../domain/online/use-online-form.ts'
import { FormFrame, FormSection } from '../../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../../forms/form-values.ts'
import { companiesText as text } from '../../../text/admin/companies.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useGo } from '../../../ui/navigation/use-leave.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { DEFAULT_COMPANY_COLOR } from '../../../ui/theme.ts'
import { adminApi } from '../online/admin-api.ts'
import { WebserviceFields } from './webservice-fields.tsx'

const entity = asEntity(company)
const Hung = Type.Object({ url: Type.String() })
const NEW = {
  FUSEAU: DEFAULT_ZONE,
  COLOR: DEFAULT_COMPANY_COLOR,
  DELAI_CONTACT: 24,
  SECOND_FACTEUR: 0,
  RAPPEL_RDV: RAPPEL_HEURE,
}
const zones = (): { value: string; label: string }[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** `/admin/company/create` and `/admin/company/{id}/edit`: a company, its theme with a live preview, its legal mentions, its legacy system. */
export function CompanyFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const loaded = useLoad(`company ${id}`, async (signal) =>
    id === undefined ? null : adminApi.one(`${company.path}/${encodeURIComponent(id)}`, CompanyAnswer, { signal }),
  )
  if (loaded.state === 'ready') return <CompanyForm record={loaded.data} />
  return (
    <>
      <PageHeader title={id === undefined ? text.create : text.edit} back={adminPaths.companies.href()} />
      <LoadedView loaded={loaded}>{() => null}</LoadedView>
    </>
  )
}

function CompanyForm({ record }: { record: Company | null }) {
  const go = useGo()
  const pictures = usePictures()
  const initial = useMemo(() => (record === null ? newValues(entity, NEW) : valuesOf(entity, record)), [record])
  const { form, frame, based, send } = useOnlineForm({
    entity,
    record,
    initial,
    draftKey: `admin/company/${record?.id ?? 'create'}`,
    alsoDirty: pictures.any,
  })
  const saved = useRef<string | null>(record?.id ?? null)
  const options = useMemo(() => ({ FUSEAU: zones() }), [])
  const fields = (names: readonly string[]) => (
    <EntityFields entity={entity} names={names} form={form} options={options} hints={text.hints} />
  )

  const save = async (): Promise<false | undefined> => {
    const body = based()
    // Links that customers have, and what devices have not sent, stand at the former address.
    if (record !== null && typeof body.key === 'string') {
      if (!(await notices.confirm({ message: text.confirmKey(record.key, body.key) }))) return false
    }
    const path = saved.current === null ? company.path : `${company.path}/${encodeURIComponent(saved.current)}`
    if (saved.current === null || Object.keys(body).length > 0) {
      const method = saved.current === null ? 'POST' : 'PUT'
      const { id } = await send(() => adminApi.write(method, path, { data: CompanyAnswer, body }))
      // The company exists now: after a refused picture, the next try must not create a second one.
      saved.current = id
    }
    const at = `${company.path}/${encodeURIComponent(saved.current ?? '')}/pictures`
    await send(() =>
      pictures.send((kind, picture) => adminApi.write('PUT', `${at}/${kind}`, { data: Hung, body: picture })),
    )
  }

  const values = form.values
  return (
    <BesidePreview values={values} pictures={pictures}>
      <FormFrame
        form={frame}
        title={record === null ? text.create : text.edit}
        entityTitle={company.title}
        back={record === null ? adminPaths.companies.href() : adminPaths.company.href(record.id)}
        onSave={save}
        {...(record === null
          ? { onSaved: () => go(adminPaths.company.href(saved.current ?? ''), { replace: true }) }
          : {})}
      >
        <FormSection title={text.identity}>{fields(['NOM', 'key', 'FUSEAU', 'AIDE_URL'])}</FormSection>
        <FormSection title={text.look}>
          {fields(['COLOR'])}
          <LookPictures form={form} pictures={pictures} />
        </FormSection>
        <FormSection title={text.papers}>{fields(PAPERS)}</FormSection>
        <FormSection title={text.reminders}>{fields(['RAPPEL_RDV'])}</FormSection>
        <FormSection title={text.security}>{fields(['DELAI_CONTACT', 'SECOND_FACTEUR'])}</FormSection>
        <FormSection title={text.webservice}>
          <WebserviceFields
            value={values.WEBSERVICE_SERVER}
            onChange={(value) => form.setFieldValue('WEBSERVICE_SERVER', value)}
            error={frame.issues.WEBSERVICE_SERVER}
          />
        </FormSection>
      </FormFrame>
    </BesidePreview>
  )
}
