export const lostAccessText = {
  title: 'Vous n’avez plus accès',
  message:
    'Vos droits ont changé : cette page ne vous est plus ouverte. Ce qui attend d’être envoyé reste sur cet appareil.',
}
