import type { MailPayload } from '../messages/enqueue.ts'
import { RESET_MINUTES } from './password-links.ts'

/** « Mot de passe oublié ». */
export const resetMail =
  (place: string) =>
  (link: string): MailPayload => ({
    secret: true,
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

/** First mail to a member of the staff: where the app is, and how to get in. */
export const installationMail =
  ({ company, name, origin }: { company: string; name: string; origin: string }) =>
  (link: string): MailPayload => ({
    secret: true,
    subject: `Votre accès à l'application de ${company}`,
    text: [
      `Bonjour ${name},`,
      '',
      `Votre compte sur l'application de ${company} est prêt. Choisissez d'abord votre mot de passe (ce lien fonctionne une seule fois, pendant 7 jours) :`,
      '',
      link,
      '',
      `L'application se trouve à cette adresse : ${origin}`,
      "Sur votre téléphone, ouvrez-la dans le navigateur puis choisissez « Ajouter à l'écran d'accueil » : elle fonctionne ensuite aussi sans réseau.",
    ].join('\n'),
  })
