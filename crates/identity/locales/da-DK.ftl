language-name = Dansk
languages = Sprog

## The sign-in page

sign-in = Log ind
sign-in-title = Brugernavn og adgangskode
sign-in-lead = Konsollen åbner, når de er rigtige.
username = Brugernavn
password = Adgangskode
passkey = Log ind med en adgangsnøgle
passkey-failed = Det lykkedes ikke: der blev ikke vist en adgangsnøgle. Prøv igen, eller log ind med brugernavn og adgangskode.
provider = Fortsæt med { $provider }
forgot-password = Glemt adgangskoden?
create-account = Opret en konto

## Its second step

code-title = Engangskode
code-lead = Skriv de seks cifre, som din godkendelsesapp viser nu, eller en af dine gendannelseskoder.
code = Kode
start-over = Log ind som en anden

## The page for whoever was given a password that is to be replaced

new-password-title = Vælg en ny adgangskode
new-password-lead = Den adgangskode, du fik, virker kun denne gang. Vælg din egen: lang, eller med bogstaver, tal og tegn blandet.
new-password = Ny adgangskode
repeated-password = Ny adgangskode én gang til
new-password-button = Gem og log ind

## Why somebody is not signed in

error = Fejl
problem-wrong = Brugernavnet eller adgangskoden er forkert.
problem-missing = Skriv både dit brugernavn og din adgangskode.
problem-stale = Siden havde været åben for længe. Log ind én gang til.
problem-too-many = For mange forkerte adgangskoder. Prøv igen om { wait }.
problem-too-often = For mange logins med denne konto. Prøv igen om { wait }.
problem-wrong-code = Koden er forkert eller allerede brugt. Hver kode gælder én gang.
problem-missing-code = Skriv koden fra din app eller en gendannelseskode.
problem-too-many-codes = For mange forkerte koder. Prøv igen om { wait }, eller brug en gendannelseskode.
problem-wrong-passkey = Denne adgangsnøgle logger ingen ind her. Brug en anden, eller brugernavn og adgangskode.
problem-too-many-passkeys = For mange forsøg med adgangsnøgler. Prøv igen om { wait }.
problem-too-many-providers = For mange forsøg. Prøv igen om { wait }.
problem-unlike-passwords = Skriv adgangskoden to gange, ens.
problem-weak-password = Adgangskoden er for nem at gætte, eller mange har den. Vælg en anden.
problem-same-password = Det er den adgangskode, du fik. Vælg en anden.

problem-too-many-links = For mange links er åbnet herfra. Prøv igen om { wait }.
problem-no-address = Skriv en e-mailadresse, for eksempel anna@example.com.
problem-no-name = Skriv det navn, som andre ser.
problem-too-many-sign-ups = Der er bedt om konti for tit. Prøv igen om { wait }.
problem-busy = Mange er ved at logge ind lige nu. Prøv igen om et øjeblik.
problem-not-set-up = Ingen har sat denne server op endnu. Den skrev adressen til det, da den blev startet.
problem-failed = Noget gik galt hos os, og du er ikke logget ind. Prøv igen om et øjeblik.

wait =
    { $unit ->
        [second]
            { $count ->
                [one] { $count } sekund
               *[other] { $count } sekunder
            }
       *[minute]
            { $count ->
                [one] { $count } minut
               *[other] { $count } minutter
            }
    }

## The page of a link by which an owner signs in: $username is theirs

owner-link-title = Log ind med dette link
owner-link-lead = Linket logger dig ind som { $username }, én gang.
owner-link-over = Dette link virker ikke
owner-link-over-why = Det er allerede brugt, dets 15 minutter er gået, eller adgangskoden er ændret. Den, der driver serveren, laver et nyt med kommandoen “cardea owner link”.

## The pages of a sign-up: $address is where the letter went

email = E-mailadresse
display-name = Dit navn
repeat-password = Gentag adgangskode
password-form = God nok fra omkring 11 tegn med store og små bogstaver og cifre.
sign-up-title = Opret en konto
sign-up-lead = Vi sender et link til din adresse; det åbner kontoen.
sign-up-lead-invited = Konti er for inviterede. Findes der en invitation til din adresse, sender vi et link til den.
sign-up-send = Send linket
sign-up-sent = Se efter mailen
sign-up-sent-why = Hvis adressen kan få en konto her, er en mail på vej til den. Linket i den virker i 24 timer. Du kan lukke denne side.
sign-up-confirm-lead = Din adresse { $address } er bekræftet. Vælg dit navn og en adgangskode.
sign-up-create = Opret kontoen
sign-up-over = Dette link virker ikke
sign-up-over-why = Det er allerede brugt, dets 24 timer er gået, eller en senere mail er trådt i stedet for det. Har du valgt en adgangskode, så log ind; ellers bed om et nyt link.
sign-up-closed = Her kan man ikke oprette konti
sign-up-closed-why = Den, der driver serveren, har slået det fra. Spørg den person, hvis døre du vil åbne.

## What came of a way to another sign-in and back: $provider is what that is called

provider-back = Tilbage
provider-over = Det gælder ikke længere
provider-over-why = Det begyndte i en anden browser eller med et andet login, for mere end ti minutter siden, eller er allerede brugt. Begynd forfra.
provider-declined = Ikke logget ind
provider-declined-why = { $provider } lod ingen ind, eller du vendte om dér. Intet er ændret her.
provider-away = { $provider } svarer ikke
provider-away-why = Ingen kan logge ind med { $provider } i øjeblikket. Prøv igen lidt senere, eller log ind på en anden måde.
provider-unproven = Det kunne ikke kontrolleres
provider-unproven-why = Svaret fra { $provider } holder ikke, så ingen blev logget ind. Begynd forfra. Bliver det ved, så sig det til den, der driver denne server.
provider-not-linked = Ingen konto at logge ind på
provider-not-linked-why = Ingen her er knyttet til din konto hos { $provider }. Har du en konto her, så log ind på den som ellers, og knyt den til { $provider } under »Min konto«. Ellers spørg den, der kan invitere dig.
provider-linked = Ikke tilknyttet
provider-linked-elsewhere-why = Denne konto hos { $provider } logger en anden ind her. Log ind på en anden dér, eller fjern først tilknytningen hos den anden.
provider-linked-already-why = Din konto her er knyttet til en anden hos { $provider }. Fjern først den tilknytning.
provider-too-many = For mange forsøg

## The page for a request whose client or return address is not registered

unregistered = Denne adresse fører ingen steder hen
unregistered-why =
    Programmet, der sendte dig hertil, er ukendt for denne server, eller det opgav en returadresse, som ikke er registreret. Du er ikke
    logget ind, og intet er givet videre. Åbn konsollen på dens egen adresse, og log ind dér.

## Letters, which are sent as mail: $product is the product's name, $address where its console is

letter-link = Hvis knappen ikke virker, så åbn denne adresse:
letter-from = { $product } på { $address } har sendt denne mail. Ingen læser svar på den.

password-reset-subject = Vælg en ny adgangskode til { $product }
password-reset-title = Vælg en ny adgangskode
password-reset-why = Nogen, formentlig dig, har bedt om en ny adgangskode til din konto hos { $product }.
password-reset-button = Vælg adgangskode
password-reset-until =
    { $hours ->
        [one] Knappen virker én gang i { $hours } time. En senere mail som denne træder i stedet for den.
       *[other] Knappen virker én gang i { $hours } timer. En senere mail som denne træder i stedet for den.
    }
password-reset-else = Var det ikke dig, skal du ikke gøre noget: din adgangskode er, som den var.

sign-up-letter-subject = Din konto hos { $product }
sign-up-letter-title = Opret din konto
sign-up-letter-why = Nogen, formentlig dig, har bedt om en konto med denne adresse hos { $product }.
sign-up-letter-button = Vælg navn og adgangskode
sign-up-letter-until =
    { $hours ->
        [one] Knappen virker én gang i { $hours } time. En senere mail som denne træder i stedet for den.
       *[other] Knappen virker én gang i { $hours } timer. En senere mail som denne træder i stedet for den.
    }
sign-up-letter-else = Var det ikke dig, skal du ikke gøre noget: uden dig bliver der ingen konto.

account-there-subject = Du har en konto hos { $product }
account-there-title = Du har allerede en konto
account-there-why = Nogen, formentlig dig, har bedt om en konto med denne adresse hos { $product }. Du har en: log ind med denne adresse og din adgangskode.
account-there-button = Log ind
account-there-forgotten = Har du glemt adgangskoden, fører loginsiden til en ny.
account-there-else = Var det ikke dig, skal du ikke gøre noget: din konto er, som den var.

# $sender is who invites, $domain the domain they invite to, $count how many doors there are beside those that are named
invitation-subject = Du er inviteret til at åbne døre med { $product }
invitation-title = Du er inviteret
invitation-why = “{ $sender }” inviterer dig til { $domain }.
invitation-doors = Så kan du åbne:
invitation-more =
    { $count ->
        [one] og { $count } dør til
       *[other] og { $count } døre til
    }
invitation-door-from = { $door }: fra { $from }
invitation-door-until = { $door }: til { $until }
invitation-door-between = { $door }: fra { $from } til { $until }
invitation-hours = Hvilke tidspunkter du kan åbne dem på, står ved dørene.
invitation-button = Se invitationen
invitation-until =
    { $days ->
        [one] Invitationen gælder i { $days } dag.
       *[other] Invitationen gælder i { $days } dage.
    }
invitation-else = Kender du ikke “{ $sender }”, skal du ikke gøre noget: uden dig sker der ingenting.

new-sign-in-subject = Nyt login på din konto hos { $product }
new-sign-in-title = Nyt login
new-sign-in-why = Nogen, formentlig dig, er logget ind på din konto hos { $product } fra en browser eller et sted, der ikke var kendt før.
new-sign-in-when = Tidspunkt: { $when }
new-sign-in-from = Netværksadresse: { $from }
new-sign-in-with = Browser eller program: { $with }
new-sign-in-button = Åbn { $product }
new-sign-in-own = Var det dig, skal du ikke gøre noget.
new-sign-in-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud. Se derefter i din konto, hvor du er logget ind, og hvilke adgangsnøgler og andre logins den har, og fjern det, der ikke er dit.

password-changed-subject = Ny adgangskode til din konto hos { $product }
password-changed-title = Din adgangskode er ændret
password-changed-why = Den konto, du logger ind på med denne adresse hos { $product }, har fået en anden adgangskode. Alt, der var logget ind med den gamle, er logget ud.
password-changed-button = Vælg en anden adgangskode
password-changed-own = Var det dig, eller en, der tager sig af din konto og har sagt det til dig, skal du ikke gøre noget.
password-changed-else = Var det ikke dig, så vælg straks en anden: vi sender et link til denne adresse.

two-factor-removed-subject = Totrinsbekræftelse på din konto hos { $product } er slået fra
two-factor-removed-title = Totrinsbekræftelse er slået fra
two-factor-removed-why = Det kræver ikke længere en engangskode at logge ind på din konto hos { $product }.
two-factor-removed-button = Åbn { $product }
two-factor-removed-own = Var det dig, skal du ikke gøre noget.
two-factor-removed-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud. Slå derefter totrinsbekræftelse til igen i din konto.

passkey-added-subject = Ny adgangsnøgle til din konto hos { $product }
passkey-added-title = Der er tilføjet en adgangsnøgle
passkey-added-why = Nogen, formentlig dig, har tilføjet en adgangsnøgle, som logger ind på din konto hos { $product } uden adgangskode.
passkey-added-button = Åbn { $product }
passkey-added-own = Var det dig, skal du ikke gøre noget.
passkey-added-else = Var det ikke dig, så vælg straks en ny adgangskode via "Glemt adgangskoden?": den logger alle ud og fjerner alle adgangsnøgler.

passkey-removed-subject = En adgangsnøgle til din konto hos { $product } er fjernet
passkey-removed-title = En adgangsnøgle er fjernet
passkey-removed-why = En adgangsnøgle til din konto hos { $product } er fjernet og logger ingen ind mere. En adgangskode, der sættes via et link eller af en anden, fjerner dem alle.
passkey-removed-button = Åbn { $product }
passkey-removed-own = Var det dig, skal du ikke gøre noget.
passkey-removed-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud.

provider-linked-subject = Din konto hos { $product } er knyttet til et andet login
provider-linked-title = Et andet login er tilknyttet
provider-linked-why = Nogen, formentlig dig, har knyttet din konto hos { $product } til en konto hos en udbyder, som fra nu af logger ind på den uden adgangskode.
provider-linked-name = Udbyder: { $provider }
provider-linked-account = Konto dér: { $account }
provider-linked-button = Åbn { $product }
provider-linked-own = Var det dig, skal du ikke gøre noget.
provider-linked-else = Var det ikke dig, så vælg straks en ny adgangskode via “Glemt adgangskoden?”: den logger alle ud og fjerner alle andre login.

provider-unlinked-subject = Din konto hos { $product } er ikke længere knyttet til et andet login
provider-unlinked-title = Et andet login er fjernet
provider-unlinked-why = Din konto hos { $product } er ikke længere knyttet til en konto hos en udbyder: den logger ingen ind på den mere. En adgangskode, der sættes via et link eller af en anden, fjerner dem alle.
provider-unlinked-button = Åbn { $product }
provider-unlinked-own = Var det dig, skal du ikke gøre noget.
provider-unlinked-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud.

domain-handed-over-subject = Et domæne hos { $product } er nu dit
domain-handed-over-title = Du ejer nu et domæne
domain-handed-over-why = Ejeren af et domæne hos { $product }, som du er med til at administrere, har overdraget det til dig. Det hedder fra nu af efter dit brugernavn. Den tidligere ejer bliver som administrator: du bestemmer, hvor længe.
domain-handed-over-button = Åbn { $product }
domain-handed-over-own = Har en anden givet dig din adgangskode, så vælg din egen via "Glemt adgangskoden?": den logger alle ud og fjerner alle adgangsnøgler.
domain-handed-over-else = Vil du ikke have det, så giv det tilbage under "Forlad" i din konto.

token-created-subject = Nyt token til din konto hos { $product }
token-created-title = Der er lavet et token
token-created-why = Nogen, formentlig dig, har lavet et token, som et program handler på dine vegne med hos { $product }.
token-created-name = Navn: { $name }
token-created-end = Slutter: { $end }
token-created-button = Åbn { $product }
token-created-own = Var det dig, skal du ikke gøre noget.
token-created-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud og afslutter alle tokens. Din konto viser, hvilke der er.

# $sender is who created the account, $domain the domain it belongs to
account-created-subject = Du har nu en konto hos { $product }
account-created-title = Du har en konto
account-created-why = “{ $sender }” har oprettet en konto til dig hos { $domain }.
account-created-username = Du logger ind med { $username }.
account-created-button = Log ind
account-created-password = Adgangskoden står ikke i denne mail: den får du af “{ $sender }”.
account-created-else = Kender du ikke “{ $sender }”, skal du ikke gøre noget.
# $domain is the domain that the doors belong to
access-given-subject = Du kan åbne døre hos { $domain }
access-given-title = Du har fået adgang
access-given-why = { $domain } har givet dig adgang.
access-given-doors = Nu kan du åbne:
access-given-button = Gå til dine døre
access-given-else = Hvornår du kan åbne hver af dem, står ved siden af den.

access-ending-subject = Din adgang til døre hos { $domain } ophører snart
access-ending-title = Din adgang ophører snart
access-ending-why = Din adgang til døre hos { $domain } ophører snart.
access-ending-doors = Den ophører på disse tidspunkter efter dørens ur:
access-ending-button = Gå til dine døre
access-ending-else = Har du brug for den i længere tid, så spørg den, der gav dig den.
