import { NativeSelect } from '@mantine/core'
import * as Type from 'typebox'
import { ProjectSummary } from '../../../schemas/space/project.ts'
import { useDraft, useEngineDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { spaceText } from '../../text/space.ts'
import { addressLine } from './people.ts'
import { type KeptPhotos, PhotoPicker, useChosenPhotos } from './photo-picker.tsx'
import { RequestForm } from './request-form.tsx'
import { sendPhoto, uploadIdOf } from './send-request.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.afterSales
const PROJECTS = Type.Array(ProjectSummary)

const labelOf = (project: ProjectSummary): string =>
  [project.DESCRIPTION || text.untitled, addressLine(project.adresse)].filter(Boolean).join(' · ')

const validate = ({ values }: { values: { IDPROJET: string } }) =>
  values.IDPROJET === '' ? { IDPROJET: text.projectMissing } : {}

function AfterSalesForm({ projects }: { projects: readonly ProjectSummary[] }) {
  const [only] = projects.length === 1 ? projects : []
  const engine = useFormEngine({
    values: { IDPROJET: only?.IDPROJET ?? '' },
    validate,
    afterTry: true,
  })
  const { form, values, valid, touchAll } = engine
  useEngineDraft('space/apres-vente/projet', engine)
  const photos = useChosenPhotos()
  // A phone may end the page while its camera is open.
  useDraft<KeptPhotos>('space/apres-vente/photos', {
    isDirty: () => photos.photos.length > 0,
    getValues: photos.kept,
    setValues: photos.restore,
    bulky: true,
  })
  const send = async () => {
    const PHOTOS: string[] = []
    const { IDPROJET } = values
    const chosen = await photos.settled()
    // All have their ids before the first one leaves: so has the draft of a phone that ends the page meanwhile.
    for (const photo of chosen) uploadIdOf(IDPROJET, photo)
    for (const photo of chosen) PHOTOS.push(await sendPhoto(IDPROJET, photo))
    return { type: 'apres_vente' as const, IDPROJET, ...(PHOTOS.length > 0 ? { PHOTOS } : {}) }
  }
  const bodyOf = () => {
    touchAll()
    return valid ? send : null
  }
  const choices = [{ value: '', label: '' }, ...projects.map((one) => ({ value: one.IDPROJET, label: labelOf(one) }))]
  return (
    <RequestForm
      draftKey="space/apres-vente"
      label={text.message}
      bodyOf={bodyOf}
      more={() => photos.busy || photos.photos.length > 0}
      unkept={() => photos.busy || photos.photos.length > 0}
      opens={only !== undefined}
      onArrived={photos.forgetUploads}
      onSent={() => {
        form.reset()
        photos.clear()
      }}
    >
      <NativeSelect label={text.project} data={choices} {...form.getInputProps('IDPROJET')} />
      <PhotoPicker photos={photos} />
    </RequestForm>
  )
}

/** `/space/apres-vente`: a problem after the works (SPA-05). */
export function SpaceAfterSalesScreen() {
  const projects = useSeen('/space/project', PROJECTS)
  return (
    <SpacePage title={text.title} subtitle={text.intro}>
      <Shown reading={projects}>
        {(all) =>
          all.length === 0 ? <p className={styles.muted}>{text.noProject}</p> : <AfterSalesForm projects={all} />
        }
      </Shown>
    </SpacePage>
  )
}
