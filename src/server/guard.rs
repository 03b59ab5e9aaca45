//! What every request passes: who may ask, what browsers are told, and how failures are said.

use super::{
    origin::Origin,
    page,
    problem::{Kind, PROBLEM_JSON},
    service::Service,
};
use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{net::IpAddr, sync::Arc, time::Instant};

/// No script, style or picture but this server's own, and no page around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// What browsers are told with every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(self), microphone=(), geolocation=()"),
];

/// What says no more than whether the server is there and can read.
const HEALTH: [&str; 4] = ["/healthz", "/readyz", "/v2/health/live", "/v2/health/ready"];

/// Counts a request, and tells browsers what they may do with its answer.
pub async fn watch(
    State(service): State<Arc<Service>>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let method = known(request.method());
    let start = Instant::now();
    let mut answer = next.run(request).await;
    let path = path.as_ref().map_or("other", MatchedPath::as_str);
    service.metrics.request(method, path, answer.status().as_u16(), start.elapsed());
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// The name of a method; what clients make up is counted together.
fn known(method: &Method) -> &'static str {
    let known = [
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::HEAD,
        Method::OPTIONS,
        Method::PATCH,
    ];
    let names = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"];
    known.iter().position(|one| one == method).map_or("other", |at| names[at])
}

/// Answers only those who may ask.
pub async fn admit(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let (path, headers) = (request.uri().path(), request.headers());
    let origins = &service.settings.origins;
    if is_of_other_origin(headers, origins) {
        let detail = "a page of another site asked: ask from this server's own page, or from a \
            program; where the page is reached by another address, tell the server this \
            origin when it is started";
        return Kind::OtherOrigin.problem(detail).into_response();
    }
    if service.settings.token.is_none() && names_another_host(headers, origins) {
        let detail = "without a token this server answers to addresses and to localhost only: ask \
            so, or give it a token, or tell it this origin when it is started";
        return Kind::OtherOrigin.problem(detail).into_response();
    }
    let open = HEALTH.contains(&path) || page::is_open(path);
    if let Some(token) = service.settings.token.as_ref().filter(|_| !open) {
        let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let may = |said: &str| {
            token.is(said) || watched(&request).is_some_and(|game| token.lets_watch(game, said))
        };
        if !said.and_then(bearer).is_some_and(may) {
            let detail = "say the token: Authorization: Bearer TOKEN; the page takes it from the \
                address that the server prints";
            return Kind::Unauthorized.problem(detail).into_response();
        }
    }
    next.run(request).await
}

/// The game that a request looks at and does nothing to.
fn watched(request: &Request) -> Option<&str> {
    let path = request.uri().path().strip_prefix("/v1/games/")?;
    let (game, what) = path.split_once('/').unwrap_or((path, ""));
    (request.method() == Method::GET && matches!(what, "" | "events" | "record")).then_some(game)
}

/// The token of `Bearer TOKEN`.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Whether a browser says that a page of another site asks.
fn is_of_other_origin(headers: &HeaderMap, origins: &[Origin]) -> bool {
    let said = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = said(header::ORIGIN) else { return false };
    let host = origin.split_once("://").map(|(_, host)| host);
    let is_here = host.is_some() && host == said(header::HOST);
    !is_here && !origins.iter().any(|own| own.is(origin))
}

/// Whether a request was sent to a name that somebody may have made lead here (DNS rebinding), so
/// that the page of another site passes for this server's own.
fn names_another_host(headers: &HeaderMap, origins: &[Origin]) -> bool {
    let Some(host) = headers.get(header::HOST) else { return false };
    let host = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    let is_here = |host: &str| {
        let address = host.trim_start_matches('[').trim_end_matches(']');
        address.parse::<IpAddr>().is_ok()
            || host.eq_ignore_ascii_case("localhost")
            || host.to_ascii_lowercase().ends_with(".localhost")
            || origins.iter().any(|own| own.has_host(host))
    };
    !host.is_some_and(|host| is_here(host.host()))
}

/// Failures that something else than the handlers found become problem details, too.
pub async fn explain(answer: Response) -> Response {
    let status = answer.status();
    let is_problem =
        answer.headers().get(header::CONTENT_TYPE).is_some_and(|media| media == PROBLEM_JSON);
    if is_problem || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let kind = Kind::of_status(status);
    let detail = match kind {
        Kind::NotFound => "there is nothing at this path: see /openapi.json for what there is",
        Kind::MethodNotAllowed => "this path knows other methods: see /openapi.json",
        Kind::Timeout => "the request took too long: send it again, or a smaller photo",
        _ => kind.title(),
    };
    let allow = answer.headers().get(header::ALLOW).cloned();
    let mut problem = kind.problem(detail).into_response();
    // RFC 9110 wants it with 405.
    allow.map(|allow| problem.headers_mut().insert(header::ALLOW, allow));
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(HeaderName, &'static str)| {
            (name.clone(), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_pages_of_this_server_ask() {
        let host = (header::HOST, "localhost:8080");
        let of_other = |pairs: &[_], own: &[Origin]| is_of_other_origin(&headers(pairs), own);
        assert!(!of_other(std::slice::from_ref(&host), &[]));
        let own = (header::ORIGIN, "http://localhost:8080");
        assert!(!of_other(&[host.clone(), own], &[]));
        for other in ["http://localhost:9090", "https://example.org", "null"] {
            assert!(of_other(&[host.clone(), (header::ORIGIN, other)], &[]));
        }
        // A proxy asks for it by another name than browsers do.
        let proxied = "https://boards.example.org".parse::<Origin>().expect("an origin");
        for (origin, is_other) in [
            ("https://boards.example.org", false),
            ("http://boards.example.org", true),
            ("https://example.org", true),
        ] {
            let pairs = [host.clone(), (header::ORIGIN, origin)];
            assert_eq!(of_other(&pairs, std::slice::from_ref(&proxied)), is_other, "{origin}");
        }
    }

    #[test]
    fn a_name_that_leads_here_is_not_this_machine() {
        let to = |host: &'static str| headers(&[(header::HOST, host)]);
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.0.7", "a.localhost"]
        {
            assert!(!names_another_host(&to(host), &[]), "{host}");
        }
        for host in ["evil.example:8080", "localhost.evil.example", "", "a b"] {
            assert!(names_another_host(&to(host), &[]), "{host}");
        }
        let own = ["https://boards.example.org".parse::<Origin>().expect("an origin")];
        assert!(!names_another_host(&to("boards.example.org"), &own));
        assert!(names_another_host(&to("evil.example"), &own));
    }

    #[test]
    fn methods_that_clients_make_up_are_one() {
        assert_eq!(known(&Method::PATCH), "PATCH");
        assert_eq!(known(&Method::from_bytes(b"FOOBAR").expect("a method")), "other");
    }

    #[test]
    fn a_token_is_said_as_a_bearer() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc "), Some("abc"));
        assert_eq!((bearer("Basic abc"), bearer("abc")), (None, None));
    }
}
