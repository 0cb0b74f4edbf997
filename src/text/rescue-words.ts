/** 512 plain French words, of at most nine letters, without accents, any two differing by more than a letter: easy to write down and to read out. */
export const RESCUE_WORDS = `
  abeille abricot acajou acier acrobate agenda agneau agrafe aigle aiguille ailier album algue alouette alpage
  amande ampoule ananas anchois animal antenne aquarium arbre archipel ardoise argent argile armoire arrosoir
  artisan assiette atelier atlas automne autruche avion avocat avoine bagage baguette balcon baleine bambou banane
  banc bandeau banjo banquise baril barque barrage basilic bassin bateau batterie belette berceau berger betterave
  beurre biberon bidon bijou bilboquet billard billet biscuit blouson bobine bocal bonbon bonnet bordure botte
  boucle bougie bouillon boulanger bouquet bourdon bourgeon boussole bouteille boutique branche brebis bretelle
  brioche brique brochet broderie brosse brouette brugnon brume buffet buisson buse cabane cactus cadran cahier
  caillou camion campagne canal canard cannelle canon capitaine capuche caramel caravane cardinal caribou carillon
  carnaval carotte carreau carrefour carrosse cartable carton cascade caserne casque castor cavalier cercle cerise
  chalet chameau chandelle chanson chapitre charbon chariot charpente chaton chaudron chemin chemise cheval
  chevreuil chiffon chocolat chorale chouette cigale cigogne circuit cirque ciseau citerne citron clairon clavier
  clocher clou cocotier coffre colibri colline colombe comete compas concert concombre confiture copain corail
  corbeau corbeille cordage cornet corsaire costume coton couloir coupole couronne coussin couteau couvercle crabe
  crapaud cravate crayon crevette cristal crocodile cube cuisine cuivre dahlia damier danseur dauphin dentelle
  dessert dessin diamant dimanche dindon domino donjon dragon drapeau encrier enveloppe escalier escargot espadon
  estrade estuaire falaise fanfare farine faucon fauteuil feuille ficelle figuier filet flacon flamme fleur
  fontaine forge foulard fourmi fraise framboise frelon fromage funambule fusain galerie galet garage garrigue
  gazelle gazon girafe girofle glacier glaise globe golfe gomme gorille goudron gourde goutte grappe grelot grenier
  grillon grive groseille grotte guidon guirlande guitare hamster hangar haricot harmonica harpe herbe hermine
  hibou hiver homard horizon horloge huile igloo indigo insecte iris ivoire jaguar jambon janvier jardin jasmin
  javelot jeton jongleur jonquille journal jumelles jungle jupon kermesse kimono kiosque koala lagon laitue lampe
  lande langouste lanterne laurier lavande lettre licorne lierre lilas limonade lingot lion loutre luge lunette
  magasin magnolia mandarine manteau marelle marin marmite marmotte marron matelot melon menthe meuble miel mimosa
  mirabelle miroir moineau montagne moteur mouette moufle moulin mousse moustache muguet muraille musette myrtille
  nacre nageur nappe navire nectarine neige niche noisette nougat nuage oasis olive olivier ombrelle orange
  orchestre oreiller orgue ortie oursin pagaie paille palais palmier panda panier panorama pantalon papillon
  parachute parasol parfum parquet pastel patineur peigne peintre pelle pendule perroquet persil phare piano pigeon
  pilote piment pinceau pingouin pirate piscine pistache pivoine placard platane plateau plume poirier poivre
  pompier poney portail potager poterie poulain poulie prairie prisme prune pupitre puzzle pyjama quartz radeau
  radis raisin raquette refuge renard requin ressort rocher romarin ronce rosier rossignol ruban rubis ruche
  ruisseau sable sabot safran salade sandale sapin sardine sauge saumon savane savon serrure sifflet sirop soleil
  sommet sorbet sphinx statue stylo sucre tabouret talisman tambour tapis tartine taureau tennis terrasse tigre
  tilleul timbre tisane tissu toboggan tomate tonneau torrent tortue toucan toupie tournesol train tramway tremplin
  tresse tricot triton trombone trompette truite tulipe tunnel turban turquoise vague valise vanille vapeur velours
  vernis verrou veste viaduc vigne village violon vitrail vitrine voile voilier voiture volcan volet yacht yaourt
  zodiaque
`
  .trim()
  .split(/\s+/)
