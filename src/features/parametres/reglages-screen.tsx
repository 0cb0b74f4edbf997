import { useMemo, useState } from 'react'
import * as Type from 'typebox'
import { PAPERS } from '../../../schemas/public-company.ts'
import { directsCompany } from '../../../schemas/rules/direction.ts'
import { refreshCompany } from '../../data/session/session-actions.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { type Company, company } from '../../domain/company/company-entity.ts'
import { BesidePreview, LookPictures } from '../../domain/company/company-look.tsx'
import { HoursField } from '../../domain/company/hours-field.tsx'
import { usePictures } from '../../domain/company/use-pictures.ts'
import { answerOf, asEntity } from '../../domain/online/answers.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { EntityFields } from '../../domain/online/entity-fields.tsx'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useOnlineForm } from '../../domain/online/use-online-form.ts'
import { useReading } from '../../domain/online/use-reading.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { FormFrame, FormSection } from '../../forms/form-frame.tsx'
import { valuesOf } from '../../forms/form-values.ts'
import { companiesText } from '../../text/admin/companies.ts'
import { hoursText } from '../../text/opening-hours.ts'
import { ownCompanyText as text } from '../../text/own-company.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

const PATH = '/entreprise'
const entity = asEntity(company)
const OWN = [
  'id',
  'NOM',
  'COLOR',
  'LOGO',
  'BACKGROUND',
  'AIDE_URL',
  'HORAIRES',
  ...PAPERS,
  'DELAI_CONTACT',
  'SECOND_FACTEUR',
  'RAPPEL_RDV',
] as const
type Settings = Pick<Company, (typeof OWN)[number]>
const Settings = Type.Unsafe<Settings>(Type.Pick(answerOf(company) as unknown as Type.TObject, [...OWN]))
const Hung = Type.Object({ url: Type.String() })

/** /manager/reglages: the company's look, its legal mentions and its security, for a director of all agencies. */
export function ReglagesScreen() {
  const allowed = directsCompany(useStaff())
  const { online } = useSync().status
  const reading = useReading(online && allowed, (signal) => companyApi.one(PATH, Settings, signal))
  if (allowed && reading.known !== null) return <SettingsForm known={reading.known} />
  return (
    <>
      <PageHeader title={text.look.title} back={paths.parametres.href()} />
      {allowed ? <ReadingTrouble reading={reading} words={text.reading} card /> : <EmptyState text={text.notAll} />}
    </>
  )
}

/** @param known read again when the network is back; the form keeps what it was opened with */
function SettingsForm({ known }: { known: Settings }) {
  const [record] = useState(known)
  const pictures = usePictures()
  const initial = useMemo(() => valuesOf(entity, record), [record])
  const { form, frame, based, send } = useOnlineForm({
    entity,
    record,
    initial,
    draftKey: 'manager/reglages',
    alsoDirty: pictures.any,
  })
  const fields = (names: readonly string[]) => (
    <EntityFields entity={entity} names={names} form={form} hints={companiesText.hints} />
  )
  const save = async (): Promise<undefined> => {
    const body = based()
    try {
      if (Object.keys(body).length > 0) await send(() => companyApi.write('PUT', PATH, { data: Settings, body }))
      await send(() =>
        pictures.send((kind, body) => companyApi.write('PUT', `${PATH}/pictures/${kind}`, { data: Hung, body })),
      )
    } finally {
      // Papers made on this device bear the company's mentions as they are now, also where a picture was refused.
      void refreshCompany()
    }
  }
  return (
    <BesidePreview values={form.values} pictures={pictures} name={record.NOM}>
      <FormFrame
        form={frame}
        title={text.look.title}
        entityTitle={company.title}
        back={paths.parametres.href()}
        onSave={save}
      >
        <FormSection title={companiesText.look}>
          {fields(['COLOR'])}
          <LookPictures form={form} pictures={pictures} />
        </FormSection>
        <FormSection title={hoursText.title}>
          <HoursField form={form} />
        </FormSection>
        <FormSection title={companiesText.papers}>{fields([...PAPERS, 'AIDE_URL'])}</FormSection>
        <FormSection title={companiesText.reminders}>{fields(['RAPPEL_RDV'])}</FormSection>
        <FormSection title={companiesText.security}>{fields(['DELAI_CONTACT', 'SECOND_FACTEUR'])}</FormSection>
      </FormFrame>
    </BesidePreview>
  )
}
