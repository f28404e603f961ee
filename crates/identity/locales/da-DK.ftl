language-name = Dansk
languages = Sprog

## The sign-in page

sign-in = Log ind
sign-in-title = Brugernavn og adgangskode
sign-in-lead = Konsollen åbner, når de er rigtige.
username = Brugernavn
password = Adgangskode

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
problem-unlike-passwords = Skriv den nye adgangskode to gange, ens.
problem-weak-password = Adgangskoden er for let at gætte. Tag en længere, eller bland bogstaver, tal og tegn.
problem-same-password = Det er den adgangskode, du fik. Vælg en anden.
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

new-sign-in-subject = Nyt login på din konto hos { $product }
new-sign-in-title = Nyt login
new-sign-in-why = Nogen, formentlig dig, er logget ind på din konto hos { $product } fra en browser eller et sted, der ikke var kendt før.
new-sign-in-when = Tidspunkt: { $when }
new-sign-in-from = Netværksadresse: { $from }
new-sign-in-with = Browser eller program: { $with }
new-sign-in-button = Åbn { $product }
new-sign-in-own = Var det dig, skal du ikke gøre noget.
new-sign-in-else = Var det ikke dig, så vælg straks en ny adgangskode: den logger alle ud. Din konto viser, hvor du er logget ind.

# $sender is who created the account, $domain the domain it belongs to
account-created-subject = { $sender } har oprettet en konto til dig hos { $product }
account-created-title = Du har en konto
account-created-why = { $sender } har oprettet en konto til dig hos { $domain }.
account-created-username = Du logger ind med { $username }.
account-created-button = Log ind
account-created-password = Adgangskoden står ikke i denne mail: den får du af { $sender }.
account-created-else = Kender du ikke { $sender }, skal du ikke gøre noget.
