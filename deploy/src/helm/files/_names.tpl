{{- /* The name of a ConfigMap, with the hash that kustomize gives to the same content; the hash is that of a ConfigMap without a name. */}}
{{- define "estate.hashedName" }}
{{- $name := index . 1 }}
{{- $data := include (print "estate.data." $name) (index . 0) | fromYaml }}
{{- $hash := dict "kind" "ConfigMap" "name" "" "data" $data | toJson | sha256sum | trunc 10 }}
{{- $letters := $hash | replace "0" "g" | replace "1" "h" | replace "3" "k" | replace "a" "m" | replace "e" "t" }}
{{- print $name "-" $letters }}
{{- end }}

{{- /* The size of a volume for the load of the values: bytes a property, bytes a publication an hour, bytes a gibibyte, least gibibytes. */}}
{{- define "estate.sizeFor" }}
{{- $load := (index . 0).Values.load | default dict }}
{{- $properties := mul (int64 $load.properties) (index . 1) }}
{{- $publications := mul (int64 $load.publicationsPerHour) (index . 2) }}
{{- $gibibytes := div (add $properties $publications (sub (index . 3) 1)) (index . 3) }}
{{- print (max (index . 4) $gibibytes) "Gi" }}
{{- end }}

{{- /* Whether the database has the photos: the catalog stores bytes in GridFS, or still reads them there. */}}
{{- define "estate.hasPhotos" }}
{{- $variables := merge (dict) ((.Values.settings).catalog | default dict) ((.Values.storage).bytes | default dict) (dict "BYTE_STORE" "gridfs") }}
{{- has "gridfs" (list $variables.BYTE_STORE $variables.BYTE_STORE_FROM) }}
{{- end }}

{{- /* Nine tenths of the volume of a broker, in bytes. */}}
{{- define "estate.storeBytes" }}
{{- $volume := . }}
{{- $units := dict "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 }}
{{- $unit := get $units (regexFind "[A-Z]i$" $volume) }}
{{- div (mul (regexFind "^[0-9]+" $volume) $unit 9) 10 }}
{{- end }}

{{- /* How many connections a database with this memory accepts: one for two mebibytes. */}}
{{- define "estate.connections" }}
{{- $memory := . }}
{{- $mebibytes := mul (regexFind "^[0-9]+" $memory) (ternary 1024 1 (hasSuffix "Gi" $memory)) }}
{{- div $mebibytes 2 }}
{{- end }}
