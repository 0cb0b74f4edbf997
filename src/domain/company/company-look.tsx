import type { ReactNode } from 'react'
import { Wide } from '../../forms/form-frame.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { companiesText as text } from '../../text/admin/companies.ts'
import type { OnlineFormState } from '../online/use-online-form.ts'
import styles from './company-look.module.css'
import { PictureField } from './picture-field.tsx'
import { type Theme, ThemePreview } from './theme-preview.tsx'
import type { PictureKind, Pictures } from './use-pictures.ts'

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Something of a company beside the preview of its look, or below it on a narrow screen. */
export function BesideTheme({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {children}
      <div className={styles.aside}>
        <ThemePreview theme={theme} />
      </div>
    </div>
  )
}

/** A form of a company beside the preview of its look. */
export function BesidePreview({
  values,
  pictures,
  name = asText(values.NOM) ?? '',
  children,
}: {
  values: FormValues
  pictures: Pictures
  /** Of the company, where the form does not change it. */
  name?: string
  children: ReactNode
}) {
  const { urls } = pictures
  return (
    <BesideTheme
      theme={{
        NOM: name,
        COLOR: asText(values.COLOR),
        LOGO: urls.logo ?? asText(values.LOGO),
        BACKGROUND: urls.background ?? asText(values.BACKGROUND),
      }}
    >
      {children}
    </BesideTheme>
  )
}

/** The company's pictures, in a section of its form. */
export function LookPictures({ form, pictures }: { form: OnlineFormState['form']; pictures: Pictures }) {
  const { urls, errors, choose, drop } = pictures
  const field = (kind: PictureKind, name: 'LOGO' | 'BACKGROUND') => (
    <PictureField
      label={text[kind]}
      hint={text.pictureHint}
      url={urls[kind] ?? asText(form.values[name])}
      error={errors[kind]}
      onChoose={(file) => choose(kind, file)}
      onRemove={() => {
        // The one that was just chosen goes first: the stored one is seen again.
        if (!drop(kind)) form.setFieldValue(name, '')
      }}
    />
  )
  return (
    <Wide>
      <div className={styles.pictures}>
        {field('logo', 'LOGO')}
        {field('background', 'BACKGROUND')}
      </div>
    </Wide>
  )
}
