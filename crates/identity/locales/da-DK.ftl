language-name = Dansk
languages = Sprog

## The sign-in page

sign-in = Log ind
sign-in-title = Brugernavn og adgangskode
sign-in-lead = Konsollen åbner, når de er rigtige.
username = Brugernavn
password = Adgangskode
forgot-password = Glemt adgangskoden?
create-account = Opret en konto

## Its second step

code-title = Engangskode
code-lead = Skriv de seks cifre, som din godkendelsesapp viser nu, eller en af dine gendannelseskoder.
code = Kode
start-over = Log ind som en anden

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
problem-too-many-links = For mange links er åbnet herfra. Prøv igen om { wait }.
problem-no-address = Skriv en e-mailadresse, for eksempel anna@example.com.
problem-no-name = Skriv det navn, som andre ser.
problem-weak-password = Adgangskoden er for let at gætte. Gør den længere, eller bland store og små bogstaver, cifre og andre tegn.
problem-passwords-differ = De to adgangskoder er ikke ens.
problem-too-many-sign-ups = Der er bedt om konti for tit. Prøv igen om { wait }.
problem-busy = Mange er ved at logge ind lige nu. Prøv igen om et øjeblik.
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
invitation-subject = { $sender } inviterer dig til at åbne døre med { $product }
invitation-title = Du er inviteret
invitation-why = { $sender } inviterer dig til { $domain }.
invitation-doors = Så kan du åbne:
invitation-more =
    { $count ->
        [one] og { $count } dør til
       *[other] og { $count } døre til
    }
invitation-button = Se invitationen
invitation-until =
    { $days ->
        [one] Invitationen gælder i { $days } dag.
       *[other] Invitationen gælder i { $days } dage.
    }
invitation-else = Kender du ikke { $sender }, skal du ikke gøre noget: uden dig sker der ingenting.
