import type { MailPayload } from '../messages/enqueue.ts'
import { RESET_MINUTES } from './password-links.ts'

/** « Mot de passe oublié ». */
export const resetMail =
  (place: string) =>
  (link: string): MailPayload => ({
    subject: 'Réinitialisation de votre mot de passe',
    text: [
      'Bonjour,',
      '',
      `Une réinitialisation de votre mot de passe ${place} a été demandée. Pour en choisir un nouveau, ouvrez ce lien :`,
      '',
      link,
      '',
      `Il fonctionne une seule fois, pendant ${RESET_MINUTES} minutes. Si vous n'avez rien demandé, ignorez ce message : votre mot de passe reste le même.`,
    ].join('\n'),
  })
